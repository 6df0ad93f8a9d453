import { createHash } from 'node:crypto'
import type { ProofResult, ProofType } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import { id as newId } from '@countersign/kit/ids'
import type { Vault } from '@countersign/kit/vault'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { addProof, bookWallet, proofPlace } from './proof.store.ts'
import { Question } from './question.rules.ts'

/** How a link's secret is kept. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What a request asks for. */
export const openQuestion = (
  vault: Vault,
  company: string,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): Question => Question.parse(JSON.parse(vault.open(sealed, proofPlace(company, id))))

/** The refusal of what proves nothing. */
export const refused = (field: string, msg: string) =>
  fail('invalid', msg, {
    wire: 'OwnershipProofInvalidError',
    issues: [{ loc: ['body', field], msg, type: 'PROOF' }],
  })

/** How long a verified proof holds. */
const proofMs = 365 * 86_400_000

type Row = {
  readonly id: string
  readonly customer_key: string
  readonly address_key: Buffer
  readonly hint_key: Buffer
  readonly network: string
}

type Where = {
  readonly deps: Pick<TransactionsDeps, 'vault'>
  readonly tx: TransactionsTx
  readonly company: string
  readonly at: Date
}

/** Keeps a proof, which ends its request, and books the wallet where it was verified. */
export async function keepProof(
  { deps, tx, company, at }: Where,
  {
    row,
    question,
    type,
    result,
    proof,
    message,
  }: {
    readonly row: Row
    readonly question: Question
    readonly type: ProofType
    readonly result: ProofResult
    readonly proof: string
    /** What was signed, where it was something else than asked. */
    readonly message?: string | undefined
  },
): Promise<{ id: string; until: Date | null }> {
  const id = newId('prf', at.getTime())
  const until = result === 'VERIFIED' ? new Date(at.getTime() + proofMs) : null
  const sealed = deps.vault.seal(
    JSON.stringify({ ...question, proof, message }),
    proofPlace(company, id),
  )
  await addProof(tx, company, row, { id, type, result, at, sealed, until })
  if (until) await bookWallet(tx, company, row, at)
  return { id, until }
}
