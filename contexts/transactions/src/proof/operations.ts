import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import {
  type proofs as contract,
  type ProofQuestion,
  type ProofRequest,
  signatureTypes,
} from '@countersign/contracts/transactions'
import { audit, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import { accountOf } from '../address/index.ts'
import { findCustomer, noSuchCustomer } from '../customer/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  addProof,
  addRequest,
  bookWallet,
  findRequests,
  proofPlace,
  takeRequest,
} from './proof.store.ts'
import { isSigned, typesFor } from './signature.rules.ts'

type Calling = Call<TransactionsDeps, Caller>

const dayMs = 86_400_000
/** How long a link works, and a verified proof holds, in days. */
const [linkDays, proofDays] = [7, 365]
const maxRequests = 50

/** What a request asks for; sealed, as an address is personal data. */
const Question = z.object({ address: z.string(), message: z.string() })
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Asks a customer to prove a wallet. @throws 404 no such customer, 422 it is no address */
export async function request(
  { deps, caller, actor, at }: Calling,
  { body }: Input<typeof contract.request>,
): Promise<{ request: ProofRequest; link: string }> {
  const { company } = caller
  if (company === undefined) throw new Error('The gate named no company')
  const account = accountOf(body, await networkKey(deps))
  const id = newId('req', at.getTime())
  const secret = `${Buffer.from(company).toString('base64url')}_${randomBytes(24).toString('hex')}`
  const until = new Date(at.getTime() + linkDays * dayMs)
  return deps.database.withTenant(company, async (tx) => {
    const customer = await findCustomer(tx, company, body.customerRef)
    if (!customer) throw noSuchCustomer()
    const message = [
      'I confirm that this wallet is my own.',
      `Address: ${account.address}`,
      `Company: ${company}`,
      `Nonce: ${randomBytes(16).toString('base64url')}`,
    ].join('\n')
    const sealed = JSON.stringify({ address: account.address, message })
    await addRequest(tx, company, {
      id,
      tokenHash: hashOf(secret),
      customerKey: customer.key,
      key: account.key,
      hintKey: account.hintKey,
      network: account.network,
      sealed: deps.vault.seal(sealed, proofPlace(company, id)),
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
      },
    }
  })
}

/** The requests to a customer. @throws 404 */
export async function list(
  { tx, company, at }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query: { customerRef } }: Input<typeof contract.list>,
): Promise<{ requests: ProofRequest[] }> {
  const customer = await findCustomer(tx, company, customerRef)
  if (!customer) throw noSuchCustomer()
  const found = await findRequests(tx, company, customer.key, at, maxRequests)
  return { requests: found.map((one) => ({ ...one, customerRef })) }
}

// An unknown link, one that was used, and one that has expired look the same.
const noSuchLink = () =>
  fail('not_found', 'This link doesn’t work anymore. Ask the company for a new one.')

/** Does something with the open request of a link's secret. @throws 404 */
async function withRequest<T>(
  { deps, at }: Calling,
  token: string,
  work: (
    tx: TransactionsTx,
    found: {
      readonly company: string
      readonly row: NonNullable<Awaited<ReturnType<typeof takeRequest>>>
      readonly question: z.infer<typeof Question>
    },
  ) => Promise<T>,
): Promise<T> {
  const company = Buffer.from(token.slice(0, token.lastIndexOf('_')), 'base64url').toString()
  if (!/^did:[\x21-\x7e]{1,500}$/.test(company)) throw noSuchLink()
  return deps.database.withTenant(company, async (tx) => {
    const row = await takeRequest(tx, company, hashOf(token), at)
    if (!row) throw noSuchLink()
    const opened = deps.vault.open(row.sealed.toString(), proofPlace(company, row.id))
    return work(tx, { company, row, question: Question.parse(JSON.parse(opened)) })
  })
}

/** What a customer is asked. @throws 404 */
export const look = (
  call: Calling,
  { body }: Input<typeof contract.look>,
): Promise<ProofQuestion> =>
  withRequest(call, body.token, async (tx, { company, row, question }) => {
    const [known] = await call.deps.companies(tx, [company])
    return {
      ...question,
      company: known?.name ?? '',
      network: row.network,
      types: [...typesFor(row.network), 'declaration', 'screenshot'],
      until: row.until.toISOString(),
    }
  })

/** Takes what a customer gives as proof. @throws 404, 422 the signature doesn't fit */
export const submit = (
  call: Calling,
  { body: { token, type, proof } }: Input<typeof contract.submit>,
): Promise<{ result: 'VERIFIED' | 'DECLARED' }> =>
  withRequest(call, token, async (tx, { company, row, question }) => {
    const { deps, at } = call
    const signature = signatureTypes.find((one) => one === type)
    const refuse = (msg: string) =>
      fail('invalid', msg, {
        wire: 'OwnershipProofInvalidError',
        issues: [{ loc: ['body', 'proof'], msg, type: 'PROOF' }],
      })
    if (signature) {
      const fits = typesFor(row.network).includes(signature)
      if (!fits || !isSigned(signature, { ...question, proof }))
        throw refuse('This isn’t a signature of this message by this wallet')
    }
    if (type === 'screenshot' && !/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/.test(proof))
      throw refuse('Choose a PNG or JPEG picture')
    const result = signature ? 'VERIFIED' : 'DECLARED'
    const id = newId('prf', at.getTime())
    await addProof(tx, company, row, {
      id,
      type,
      result,
      at,
      sealed: deps.vault.seal(JSON.stringify({ ...question, proof }), proofPlace(company, id)),
      until: signature ? new Date(at.getTime() + proofDays * dayMs) : null,
    })
    if (signature) await bookWallet(tx, company, row, at)
    await audit(tx, system, at, {
      company,
      action: 'proof.submit',
      object: id,
      detail: { result, type },
    })
    return { result }
  })
