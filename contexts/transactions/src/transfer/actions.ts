import type { Input, Output } from '@countersign/contracts'
import type { tx as contract } from '@countersign/contracts/transactions'
import { cursorOf } from '@countersign/kit/cursor'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { named } from './describe.ts'
import { noSuchTransfer } from './errors.ts'
import { findSide } from './side.store.ts'
import { findActs } from './timeline.store.ts'

/** How many acts a page has. */
export const maxActs = 200

/** A page of a transfer's timeline, the newest first; its acts are in their order. @throws 404 */
export async function listActions(
  { tx, company, deps }: CompanyCall<TransactionsDeps, Caller, DB>,
  { query: { id, cursor } }: Input<typeof contract.actions>,
): Promise<Output<typeof contract.actions>> {
  if (!(await findSide(tx, company, id))) throw noSuchTransfer()
  const places = cursorOf(`actions ${company} ${id}`, z.object({ before: z.int() }))
  const before = cursor === undefined ? undefined : places.read(deps.vault, cursor).before
  const acts = (await findActs(tx, company, [id], maxActs, before)).get(id) ?? []
  const dids = acts.flatMap(({ by }) => by.did ?? [])
  const people = await deps.peopleOf(tx, company, [...new Set(dids)])
  const first = acts[0]?.seq ?? 1
  return {
    actions: acts.map((act) => named(act, people)),
    next: first > 1 ? places.write(deps.vault, { before: first }) : null,
  }
}
