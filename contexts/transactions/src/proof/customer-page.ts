import { randomBytes } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import {
  type proofs as contract,
  type ProofQuestion,
  type ProofResult,
  TxHash,
} from '@countersign/contracts/transactions'
import { audit, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { judge, offeredFor } from './judge.rules.ts'
import { hashOf, keepProof, openQuestion, refused } from './keep.ts'
import { keepQuestion, proofPlace, takeRequest } from './proof.store.ts'
import { challengeOf, isFresh, isPayable, type Question, shownTest } from './question.rules.ts'

type Calling = Call<TransactionsDeps, Caller>

// An unknown link, one that was used, and one that has expired look the same.
const noSuchLink = () =>
  fail('not_found', 'This link no longer works. Ask the company for a new one.')

/** Does something with the open request of a link's secret. @throws 404 */
async function withRequest<T>(
  { deps, at }: Calling,
  token: string,
  work: (
    tx: TransactionsTx,
    found: {
      readonly company: string
      readonly row: NonNullable<Awaited<ReturnType<typeof takeRequest>>>
      readonly question: Question
    },
  ) => Promise<T>,
): Promise<T> {
  const company = Buffer.from(token.slice(0, token.lastIndexOf('_')), 'base64url').toString()
  if (!/^did:[\x21-\x7e]{1,500}$/.test(company)) throw noSuchLink()
  return deps.database.withTenant(company, async (tx) => {
    const row = await takeRequest(tx, company, hashOf(token), at)
    if (!row) throw noSuchLink()
    const sealed = row.sealed.toString()
    return work(tx, {
      company,
      row,
      question: openQuestion(deps.vault, company, { id: row.id, sealed }),
    })
  })
}

/** What a customer is asked. @throws 404 */
export const look = (
  call: Calling,
  { body }: Input<typeof contract.look>,
): Promise<ProofQuestion> =>
  withRequest(call, body.token, async (tx, { company, row, question }) => {
    const [known] = await call.deps.companies(tx, [company])
    const test = isPayable(question, call.at) ? shownTest(question) : null
    const challenge = await challenged(call, tx, { company, id: row.id, question })
    return {
      address: question.address,
      message: challenge.message,
      messageUntil: challenge.until,
      company: known?.name ?? '',
      network: row.network,
      types: offeredFor(row.network, test !== null),
      until: row.until.toISOString(),
      test,
    }
  })

/** What is to be signed: with a new nonce, where the last can't be signed anymore. */
async function challenged(
  { deps, at }: Calling,
  tx: TransactionsTx,
  {
    company,
    id,
    question,
  }: { readonly company: string; readonly id: string; readonly question: Question },
): Promise<NonNullable<Question['challenge']>> {
  if (question.challenge && isFresh(question, at)) return question.challenge
  const nonce = randomBytes(16).toString('base64url')
  const challenge = challengeOf(question.address, company, nonce, at)
  const changed: Question = { ...question, challenge }
  await keepQuestion(
    tx,
    company,
    id,
    deps.vault.seal(JSON.stringify(changed), proofPlace(company, id)),
  )
  return challenge
}

/** Takes what a customer gives as proof. @throws 404, 422 the signature doesn't fit, or its message is too old */
export const submit = (
  call: Calling,
  { body: { token, ...given } }: Input<typeof contract.submit>,
): Promise<{ result: ProofResult | 'PAID' }> =>
  withRequest(call, token, async (tx, { company, row, question }) => {
    const { deps, at } = call
    const { type, proof, message } = given
    if (type === 'satoshi-test') {
      await announce({ deps, tx, company, at }, row.id, question, proof)
      return { result: 'PAID' }
    }
    const result = judge(question, { company, network: row.network, at }, given)
    if (typeof result !== 'string') throw refused(result.field, result.msg)
    const { id } = await keepProof(
      { deps, tx, company, at },
      { row, question, type, result, proof, message },
    )
    await audit(tx, system, at, {
      company,
      action: 'proof.submit',
      object: id,
      detail: { result, type },
    })
    return { result }
  })

/** Keeps the hash of a payment that the customer has made, in place of one that they named before. */
async function announce(
  {
    deps,
    tx,
    company,
    at,
  }: { deps: TransactionsDeps; tx: TransactionsTx; company: string; at: Date },
  id: string,
  question: Question,
  given: string,
): Promise<void> {
  if (!question.test || !isPayable(question, at))
    throw refused('type', 'This proof isn’t offered, or its day is over')
  const hash = TxHash.safeParse(given.trim())
  if (!hash.success) throw refused('proof', 'This isn’t the hash of a transaction')
  const changed: Question = { ...question, test: { ...question.test, txHash: hash.data } }
  const sealed = deps.vault.seal(JSON.stringify(changed), proofPlace(company, id))
  await keepQuestion(tx, company, id, sealed)
  await audit(tx, system, at, { company, action: 'proof.pay', object: id })
}
