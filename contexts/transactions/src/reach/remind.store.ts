import { atEnd } from '@countersign/kit/at-end'
import { id as newId } from '@countersign/kit/ids'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

const dayMs = 86_400_000
/** At eight in the morning, UTC. */
const morningMs = 8 * 3_600_000

/** The next morning. */
export const nextMorning = (at: Date): Date =>
  new Date((Math.floor((at.getTime() - morningMs) / dayMs) + 1) * dayMs + morningMs)

/** Reminds the company's people from the next morning on, unless they will be already. */
export const remindLater = (
  tx: TransactionsTx,
  company: string,
  {
    id,
    version,
    status,
  }: { readonly id: string; readonly version: number; readonly status: string },
  at: Date,
): Promise<void> =>
  atEnd(
    tx,
    sql`insert into transactions.step (vasp_did, id, transfer_id, version, no, kind, due_at, timer, args)
    select ${company}, ${newId('stp', at.getTime())}, ${id}, ${version}, 9, 'REMIND', ${nextMorning(at)}, true,
      jsonb_build_object('action', 'deadline', 'side', 'system', 'by', 'SYSTEM', 'company', null, 'from', null,
        'to', ${status}::text, 'reason', null, 'at', ${at.toISOString()}::text)
    where not exists (select from transactions.step s where s.vasp_did = ${company} and s.transfer_id = ${id}
      and s.kind = 'REMIND' and s.done_at is null)`,
  )

/** Notes that the company was reminded today. @returns false where it was already */
export async function noteReminder(tx: TransactionsTx, company: string, at: Date) {
  const day = at.toISOString().slice(0, 10)
  await sql`delete from transactions.reminder
    where vasp_did = ${company} and day < ${day}::date - 7`.execute(tx)
  const { rows } =
    await sql`insert into transactions.reminder (vasp_did, day) values (${company}, ${day})
    on conflict do nothing returning day`.execute(tx)
  return rows.length > 0
}
