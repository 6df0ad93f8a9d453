import { type RawBuilder, sql } from 'kysely'

/**
 * Who pays for a company at a moment, as `billing.payer_on` says: written out, because PostgreSQL plans the body of
 * that function anew with each statement, and this is part of every transfer.
 */
export const payerOn = (did: string, at: Date): RawBuilder<string> =>
  sql<string>`coalesce((select payer_did from billing.payer
    where vasp_did = ${did}::text and since <= (${at}::timestamptz at time zone 'UTC')::date
    order by since desc limit 1), ${did}::text)`
