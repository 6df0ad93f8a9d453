import { type Event, findEvent } from '@countersign/contracts/events'
import { sql } from 'kysely'
import { atEnd } from '../database/at-end.ts'
import type { Tx } from '../database/db.ts'
import { planOnce } from '../database/plan-once.ts'
import { id } from '../ids.ts'

/** An event as it will be stored. */
type Row = {
  readonly company: string
  readonly object: string
  readonly id: string
  readonly type: string
  readonly payload: string
  readonly at: Date
}

/** The events of each open transaction. */
const pending = new WeakMap<object, Row[]>()

/** The channel on which relays hear that events were written. */
export const outboxChannel = 'outbox'

/**
 * Tells the company's webhooks of an event, if and when the transaction commits. Only the database's
 * own transactions take events: they are stored by the last statement, where each gets its place in the
 * company's sequence. A payload that does not fit the event's declaration is an error.
 * @throws Error outside of such a transaction, or for a payload that was not declared
 */
export function emit<Tables>(tx: Tx<Tables>, { type, company, payload, at }: Event): void {
  const rows = pending.get(tx)
  const declared = findEvent(type)
  if (!rows || !declared)
    throw new Error(`${type} needs a transaction of the database that is open`)
  const parsed: Readonly<Record<string, unknown>> = declared.payload.parse(payload)
  rows.push({
    company,
    object: String(parsed[declared.object]),
    id: id('evt', at.getTime()),
    type,
    payload: JSON.stringify(parsed),
    at,
  })
}

/** Lets a transaction take events. */
export function takeEvents(tx: object): void {
  pending.set(tx, [])
}

/**
 * Stores what the transaction emitted. It must be the transaction's last change: it locks the
 * companies' counters, in the order of their DIDs, and nothing may be waited for while they are locked.
 * @returns whether there was anything
 */
export async function storeEvents<Tables>(tx: Tx<Tables>): Promise<boolean> {
  const rows = pending.get(tx) ?? []
  pending.delete(tx)
  if (rows.length === 0) return false
  const stored = sql`${planOnce} insert into outbox.event (vasp_did, object, id, type, payload, created_at)
    select vasp_did, object, id, type, payload, created_at
    from unnest(${rows.map((row) => row.company)}::text[], ${rows.map((row) => row.object)}::text[],
      ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.payload)}::json[], ${rows.map((row) => row.at)}::timestamptz[])
      with ordinality as e (vasp_did, object, id, type, payload, created_at, place)
    order by vasp_did collate "C", place`
  await atEnd(tx, stored)
  return true
}
