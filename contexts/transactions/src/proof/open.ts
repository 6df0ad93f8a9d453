import type { Input } from '@countersign/contracts'
import {
  type proofs as contract,
  type OpenedProof,
  ProofType,
} from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { noteCustomerView, refuseMachines } from '../opening/index.ts'
import type { DB } from '../tables.gen.ts'
import { findGiven, proofPlace } from './proof.store.ts'
import { Question } from './question.rules.ts'

/** As `keepProof` seals it. */
const Kept = z.extend(Question, { proof: z.string(), message: z.optional(z.string()) })

/**
 * Opens what a customer gave as proof, for a person of the company who says why. The view is written down first.
 * @throws 403 for machines, 404 no such request, or nothing was given
 */
export async function open(
  call: CompanyCall<TransactionsDeps, Caller, DB>,
  { id, body: { reason } }: Input<typeof contract.open>,
): Promise<OpenedProof> {
  refuseMachines(call)
  const { tx, company, deps } = call
  const given = await findGiven(tx, company, id)
  if (!given) throw fail('not_found', 'No such proof')
  const viewId = await noteCustomerView(call, given, reason, 'proof.open')
  const text = deps.vault.open(given.sealed.toString(), proofPlace(company, given.id))
  const { address, challenge, message, proof } = Kept.parse(JSON.parse(text))
  return {
    address,
    type: ProofType.parse(given.type),
    message: message ?? challenge?.message ?? null,
    proof,
    viewId,
  }
}
