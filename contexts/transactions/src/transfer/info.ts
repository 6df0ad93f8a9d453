import type { Input, Output } from '@countersign/contracts'
import type { Act, tx as contract, TransactionDetail } from '@countersign/contracts/transactions'
import { actions } from '@countersign/contracts/transactions'
import { cursorOf } from '@countersign/kit/cursor'
import type { CompanyCall } from '@countersign/kit/handlers'
import * as z from 'zod/mini'
import { allowed } from '../act/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { findHeldParts } from '../sealing/index.ts'
import type { DB } from '../tables.gen.ts'
import { describe, named } from './describe.ts'
import { noSuchTransfer } from './errors.ts'
import { factsOf } from './facts.ts'
import { sideOf } from './party.rules.ts'
import { findSide } from './side.store.ts'
import { findActs } from './timeline.store.ts'
import { findTransfer } from './transfer.store.ts'

/** How many acts an answer has. */
const maxActs = 200

/** One transfer with its history, and what the company can do with it now. @throws 404 */
export async function info(
  { tx, company, deps }: Pick<CompanyCall<TransactionsDeps, Caller, DB>, 'tx' | 'company' | 'deps'>,
  id: string,
): Promise<TransactionDetail> {
  const transfer = await findTransfer(tx, id)
  const own = transfer && (await findSide(tx, company, id))
  const [transaction] = own ? await describe(deps, tx, company, [own]) : []
  if (!transfer || !own || !transaction) throw noSuchTransfer()
  const side = sideOf(transfer, company)
  const acts = (await actsOf({ tx, company, deps }, [id], maxActs)).get(id) ?? []
  const parts = (await findHeldParts(tx, company, [id])).get(id) ?? []
  // The facts differ by action only in what an act asks of the plan and the hold.
  const [process, rest] = await Promise.all(
    (['process', 'accept'] as const).map((action) =>
      factsOf(deps, tx, company, { transfer, own, side, action }, {}),
    ),
  )
  const can = new Set([
    ...(rest ? allowed(transfer.status, side, rest).filter((one) => one !== 'process') : []),
    ...(process ? allowed(transfer.status, side, process).filter((one) => one === 'process') : []),
  ])
  return {
    ...transaction,
    actions: acts,
    allowed: own.erased_at ? [] : actions.filter((action) => can.has(action)),
    fields: parts.flatMap(({ fields }) => fields),
    releasedAt: own.released_at?.toISOString() ?? null,
    holdUntil: own.hold_until?.toISOString().slice(0, 10) ?? null,
  }
}

/** The newest acts on each of some transfers, oldest first. */
export async function actsOf(
  { tx, company, deps }: Pick<CompanyCall<TransactionsDeps, Caller, DB>, 'tx' | 'company' | 'deps'>,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, Act[]>> {
  const acts = await findActs(tx, company, ids, most)
  const dids = [...acts.values()].flatMap((of) => of.flatMap(({ by }) => by.did ?? []))
  const people = await deps.peopleOf(tx, company, [...new Set(dids)])
  return new Map([...acts].map(([id, of]) => [id, of.map((act) => named(act, people))]))
}

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
