import { randomBytes, randomInt } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import type { proofs as contract, ProofRequest } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import { accountOf } from '../address/index.ts'
import { findCustomer, noSuchCustomer } from '../customer/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { hashOf, keepProof, openQuestion, refused } from './keep.ts'
import { addRequest, findRequests, proofPlace, takeOpen } from './proof.store.ts'
import { isPayable, type Question, shownTest, stateOf } from './question.rules.ts'
import { isSameAmount, isSameHash, leastUnits, mostUnits, smallPayment } from './satoshi.rules.ts'

type Calling = Call<TransactionsDeps, Caller>

const dayMs = 86_400_000
/** How long a link works, in days; the payment of a test is good for one. */
const linkDays = 7
const maxRequests = 50

/** Asks a customer to prove a wallet. @throws 404 no such customer, 422 it is no address */
export async function request(
  { deps, caller, actor, at }: Calling,
  { body }: Input<typeof contract.request>,
): Promise<{ request: ProofRequest; link: string }> {
  const { company } = caller
  if (company === undefined) throw new Error('The gate named no company')
  const pepper = await networkKey(deps)
  const account = accountOf(body, pepper)
  const test = testOf(body.depositAddress, account.network, pepper, at)
  const id = newId('req', at.getTime())
  const secret = `${Buffer.from(company).toString('base64url')}_${randomBytes(24).toString('hex')}`
  const until = new Date(at.getTime() + linkDays * dayMs)
  return deps.database.withTenant(company, async (tx) => {
    const customer = await findCustomer(tx, company, body.customerRef)
    if (!customer) throw noSuchCustomer()
    const question: Question = { address: account.address, ...(test && { test }) }
    await addRequest(tx, company, {
      id,
      tokenHash: hashOf(secret),
      customerKey: customer.key,
      key: account.key,
      hintKey: account.hintKey,
      network: account.network,
      sealed: deps.vault.seal(JSON.stringify(question), proofPlace(company, id)),
      by: caller.viewer.did,
      at,
      until,
    })
    await audit(tx, actor, at, { company, action: 'proof.request', object: id })
    return {
      // The fragment is in no log: browsers send it nowhere.
      link: `${deps.origin}/prove#${secret}`,
      request: {
        id,
        customerRef: body.customerRef,
        network: account.network,
        state: 'OPEN',
        createdAt: at.toISOString(),
        until: until.toISOString(),
        proof: null,
        test: shownTest(question),
      },
    }
  })
}

/** The requests to a customer. @throws 404 */
export async function list(
  { deps, tx, company, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query: { customerRef } }: Input<typeof contract.list>,
): Promise<{ requests: ProofRequest[] }> {
  const customer = await findCustomer(tx, company, customerRef)
  if (!customer) throw noSuchCustomer()
  const found = await findRequests(tx, company, customer.key, maxRequests)
  return {
    requests: found.map(({ sealed, until, ...one }) => {
      const question = openQuestion(deps.vault, company, { id: one.id, sealed })
      const state = stateOf(question, { until, isProved: one.proof !== null }, at)
      return { ...one, customerRef, state, until: until.toISOString(), test: shownTest(question) }
    }),
  }
}

/** The Satoshi test of a request that offers one. @throws 422 no address of the network, or no coin of ours */
function testOf(
  depositAddress: string | undefined,
  network: string,
  pepper: Uint8Array,
  at: Date,
): Question['test'] {
  if (depositAddress === undefined) return undefined
  const payment = smallPayment(network, randomInt(leastUnits, mostUnits + 1))
  if (!payment) throw invalid(['body', 'depositAddress'], 'This network has no test by payment')
  const to = accountOf({ address: depositAddress, network }, pepper, 'depositAddress')
  return {
    ...payment,
    depositAddress: to.address,
    until: new Date(at.getTime() + dayMs).toISOString(),
  }
}

/**
 * Takes a deposit that the company received as the payment of a Satoshi test.
 * @throws 404 no open request with a test, 422 another amount, wallet or transaction
 */
export async function deposit(
  { deps, caller, actor, at }: Calling,
  { id, body }: Input<typeof contract.deposit>,
): Promise<{ result: 'VERIFIED'; until: string }> {
  const { company } = caller
  if (company === undefined) throw new Error('The gate named no company')
  const pepper = await networkKey(deps)
  return deps.database.withTenant(company, async (tx) => {
    const row = await takeOpen(tx, company, id, at)
    const question = row && openQuestion(deps.vault, company, { id, sealed: row.sealed.toString() })
    const { test } = question ?? {}
    if (!row || !question || !test || (test.txHash === undefined && !isPayable(question, at)))
      throw fail('not_found', 'No open request with a test by payment')
    if (!isSameAmount(body.amount, test.amount))
      throw refused('amount', `The test asks for exactly ${test.amount} ${test.asset}`)
    if (test.txHash !== undefined && !isSameHash(body.txHash, test.txHash))
      throw refused('txHash', 'The customer named another transaction')
    const from = accountOf({ address: body.from, network: row.network }, pepper, 'from')
    if (!from.hintKey.equals(row.hint_key))
      throw refused('from', 'The payment came from another wallet')
    const { id: proofId, until } = await keepProof(
      { deps, tx, company, at },
      { row, question, type: 'satoshi-test', result: 'VERIFIED', proof: body.txHash },
    )
    await audit(tx, actor, at, {
      company,
      action: 'proof.deposit',
      object: proofId,
      detail: { result: 'VERIFIED' },
    })
    if (!until) throw new Error('A payment is a verified proof, which has an end')
    return { result: 'VERIFIED', until: until.toISOString() }
  })
}
