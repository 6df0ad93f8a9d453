import type { Drift } from '@countersign/contracts/billing'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** A difference that was found. */
export type Found = {
  readonly kind: Drift['kind']
  /** Whose it is: a company’s, or a customer’s of whom we know no company. */
  readonly did: string | null
  readonly customer?: string
  readonly day?: string
  readonly ours?: string | null
  readonly theirs?: string | null
  /** Set where it was mended at once. */
  readonly action?: 'resent' | 'followed' | 'booked'
}

/**
 * Notes a difference: once while it is open, and never again as the operator has let it stand. What has been mended
 * by following the provider, or by booking, is closed at once.
 */
export const storeDrift = <T>(
  tx: Tx<T>,
  now: Date,
  { kind, did, customer, day, ours, theirs, action }: Found,
) =>
  sql`insert into billing.drift (kind, payer_did, customer_id, day, ours, theirs, first_seen_at,
      last_seen_at, action, decided_by, closed_at)
    select ${kind}, ${did}::text, ${customer ?? null}::text, ${day ?? null}::date, ${ours ?? null}::text, ${theirs ?? null}::text,
      ${now}::timestamptz, ${now}::timestamptz, ${action ?? null}::text,
      case when ${action ?? null}::text is not null then 'system' end,
      case when ${action ?? null}::text in ('followed', 'booked') then ${now}::timestamptz end
    where not exists (select from billing.drift
      where kind = ${kind} and payer_did is not distinct from ${did}::text
        and customer_id is not distinct from ${customer ?? null}::text and day is not distinct from ${day ?? null}::date
        and action in ('accepted', 'ignored', 'booked') and ours is not distinct from ${ours ?? null}::text
        and theirs is not distinct from ${theirs ?? null}::text)
    on conflict (kind, coalesce(payer_did, ''), coalesce(customer_id, ''), coalesce(day, '-infinity'::date))
      where closed_at is null
      do update set ours = excluded.ours, theirs = excluded.theirs, last_seen_at = excluded.last_seen_at`.execute(
    tx,
  )
