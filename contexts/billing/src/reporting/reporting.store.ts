import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { BillingProvider } from '../provider/index.ts'

/** As long as one worker has a day for itself. */
export const leaseSeconds = 60
/** The running day is told again after this much. */
const runningMinutes = 15
/** A provider takes nothing for days older than that. */
const oldestDays = 34

/** A day whose total the provider has to be told. */
export type DueDay = {
  readonly did: string
  readonly day: string
  readonly total: number
  readonly revision: number
  readonly customer: string
  readonly subscription: string
  readonly periodStart: Date | null
  readonly periodEnd: Date | null
}

/** Takes days that are due, for {@link leaseSeconds}. Days that run are taken only where the provider has them set. */
export async function takeDue<T>(
  tx: Tx<T>,
  provider: Pick<BillingProvider, 'name' | 'reports'>,
  now: Date,
  limit: number,
): Promise<readonly DueDay[]> {
  const { rows } = await sql<DueDay>`
    with due as (
      select d.vasp_did, d.day, c.customer_id, s.subscription_id, s.period_start, s.period_end
      from billing.usage_day d
      join billing.customer c on c.vasp_did = d.vasp_did and c.provider = ${provider.name}
      join billing.subscription s on s.vasp_did = d.vasp_did and s.subscription_id is not null
      where d.state = 'pending' and d.due_at <= ${now}
        and (d.lease_until is null or d.lease_until <= ${now})
        and d.day <= (${now}::timestamptz at time zone 'UTC')::date
        and d.day >= (${now}::timestamptz at time zone 'UTC')::date - ${oldestDays}::int
        and (${provider.reports === 'running'}
          or (d.day + 1)::timestamp at time zone 'UTC' + interval '10 minutes' <= ${now}
          or s.period_end between ${now} and ${now}::timestamptz + interval '30 minutes'
          or (s.period_end <= ${now} and d.day <= (s.period_end at time zone 'UTC')::date))
      order by d.due_at limit ${limit} for update of d skip locked
    )
    update billing.usage_day d
      set lease_until = ${now}::timestamptz + ${leaseSeconds} * interval '1 second',
        attempts = attempts + 1
    from due where d.vasp_did = due.vasp_did and d.day = due.day
    returning d.vasp_did as did, to_char(d.day, 'YYYY-MM-DD') as day, d.total, d.revision,
      due.customer_id as customer, due.subscription_id as subscription,
      due.period_start as "periodStart", due.period_end as "periodEnd"`.execute(tx)
  return rows
}

/** Notes what the provider was told. A total that has changed meanwhile stays due. */
export const storeSent = <T>(
  tx: Tx<T>,
  { did, day, total, revision }: Pick<DueDay, 'did' | 'day' | 'total' | 'revision'>,
  now: Date,
) =>
  sql`update billing.usage_day set sent_total = ${total}, sent_revision = ${revision},
      state = case when revision = ${revision} and state = 'pending' then 'sent' else state end,
      due_at = ${now}::timestamptz + ${runningMinutes} * interval '1 minute',
      lease_until = null, attempts = 0
    where vasp_did = ${did} and day = ${day}::date and sent_revision < ${revision}`.execute(tx)

/** Puts a day off that could not be told: longer after each attempt, an hour at most. */
export const storeUnsent = <T>(tx: Tx<T>, { did, day }: Pick<DueDay, 'did' | 'day'>, now: Date) =>
  sql`update billing.usage_day set lease_until = null,
      due_at = ${now}::timestamptz + least(30 * 2 ^ least(attempts, 7), 3600) * interval '1 second'
    where vasp_did = ${did} and day = ${day}::date and state = 'pending'`.execute(tx)
