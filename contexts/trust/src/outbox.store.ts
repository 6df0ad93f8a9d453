import { id } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { TrustTx } from './tables.ts'

/** What happened to a company, to be told to its webhooks. Ids and codes only, never personal data. */
export type Event = {
  readonly type:
    | 'vasp.updated'
    | 'vasp.verification.changed'
    | 'vasp.group.changed'
    | 'vasp.reviewed'
    | 'trustframework.documentRequested'
    | 'trustframework.documentRequestUpdated'
  readonly payload: Record<string, unknown>
}

/** Writes an event down in the transaction of the change that it tells of. */
export const addEvent = (tx: TrustTx, did: string, event: Event, at: Date) =>
  tx
    .insertInto('trust.outbox')
    .values({
      vasp_did: did,
      id: id('evt', at.getTime()),
      type: event.type,
      payload: JSON.stringify(event.payload),
      created_at: at,
      due_at: at,
    })
    .execute()

/** Events that are due, with the application they go to; taken for a minute so that two relays share. */
export async function takeDueEvents(tx: TrustTx, at: Date, limit: number) {
  const { rows } = await sql<{
    vasp_did: string
    id: string
    type: string
    payload: Record<string, unknown>
    tries: number
    app_uid: string | null
  }>`
    with due as (
      select vasp_did, id from trust.outbox where due_at <= ${at}
      order by due_at limit ${limit} for update skip locked)
    update trust.outbox o set due_at = ${new Date(at.getTime() + 60_000)}, tries = tries + 1
    from due left join trust.webhook_app a on a.vasp_did = due.vasp_did
    where o.vasp_did = due.vasp_did and o.id = due.id
    returning o.vasp_did, o.id, o.type, o.payload, o.tries, a.app_uid`.execute(tx)
  return rows
}

/** An event that was told is done; one that could not be is due again at `again`. */
export const settleEvent = (tx: TrustTx, did: string, eventId: string, again: Date | null) =>
  tx
    .updateTable('trust.outbox')
    .set({ due_at: again })
    .where('vasp_did', '=', did)
    .where('id', '=', eventId)
    .execute()
