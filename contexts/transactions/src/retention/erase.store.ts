import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** Which of a company's transfers may be erased: those that ended by then. */
export type Due = { readonly company: string; readonly endedBy: Date }

/** Companies with a transfer that ended by then and is not erased. For the relay. */
export async function findCompanies(tx: TransactionsTx, endedBy: Date): Promise<string[]> {
  const { rows } = await sql<{ company: string }>`
    with recursive company as (
      (select vasp_did from transactions.side where erased_at is null and hold_until is null
        order by vasp_did limit 1)
      union all
      select (select s.vasp_did from transactions.side s where s.vasp_did > company.vasp_did
        and s.erased_at is null and s.hold_until is null order by s.vasp_did limit 1)
      from company where company.vasp_did is not null)
    select vasp_did as company from company where vasp_did is not null
      and exists (select from transactions.side s where s.vasp_did = company.vasp_did and s.ended_at <= ${endedBy}
        and s.erased_at is null and s.hold_until is null)`.execute(tx)
  return rows.map(({ company }) => company)
}

/** Transfers of a company that are due, those that ended first. */
export async function findDue(
  tx: TransactionsTx,
  { company, endedBy }: Due,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.side')
    .select('transfer_id')
    .where('vasp_did', '=', company)
    .where('ended_at', '<=', endedBy)
    .where('erased_at', 'is', null)
    .where('hold_until', 'is', null)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  return rows.map(({ transfer_id }) => transfer_id)
}

/** Those of these that are still due, held until the transaction ends: the transfers first, as acts hold them. */
export async function lockDue(
  tx: TransactionsTx,
  { company, endedBy }: Due,
  ids: readonly string[],
): Promise<{ id: string; ref: string | null }[]> {
  await tx
    .selectFrom('transactions.transfer')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return tx
    .selectFrom('transactions.side')
    .select(['transfer_id as id', 'transaction_ref as ref'])
    .where('vasp_did', '=', company)
    .where('transfer_id', 'in', [...ids])
    .where('ended_at', '<=', endedBy)
    .where('erased_at', 'is', null)
    .where('hold_until', 'is', null)
    .orderBy('transfer_id')
    .forUpdate()
    .execute()
}

/** The addresses of transfers, as their exports may have been asked for. */
export async function findAddresses(
  tx: TransactionsTx,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('transactions.transfer')
    .select(['destination', 'origin', 'origin_tx_hash'])
    .where('id', 'in', [...ids])
    .execute()
  return rows.flatMap((row) => Object.values(row)).filter((one) => one !== null)
}

/** Ends exports whose filter names one of these: their files, keys and filters go. */
export const endExports = (
  tx: TransactionsTx,
  company: string,
  named: readonly string[],
  at: Date,
): Promise<unknown> =>
  sql`update transactions.export_request set
      state = case when state in ('WAITING', 'RUNNING') then 'CANCELLED' else state end,
      expires_at = case when state = 'READY' then ${at}::timestamptz else expires_at end
    where vasp_did = ${company} and has_files and filter is not null
      and (filter ->> 'transactionRef' = any(${[...named]}::text[])
        or filter ->> 'wallet' = any(${[...named]}::text[]) or filter ->> 'q' = any(${[...named]}::text[]))`.execute(
    tx,
  )

const of = (company: string, ids: readonly string[]) =>
  sql`vasp_did = ${company} and transfer_id = any(${[...ids]}::uuid[])`

/** Destroys the company's keys to the personal data of transfers. With the last key of a part the part goes. */
export const dropKeys = (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<unknown> =>
  sql`delete from transactions.sealed_key where ${of(company, ids)}`.execute(tx)

/** Erases what the company alone knows of transfers: what it searches by, said, proved and decided by. */
export async function dropOwn(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<void> {
  const mine = of(company, ids)
  await sql`delete from transactions.lookup where ${mine}`.execute(tx)
  await sql`delete from transactions.comment where ${mine}`.execute(tx)
  await sql`delete from transactions.legal_hold where ${mine}`.execute(tx)
  // What a counterparty confirmed is known by these transfers; a later one confirms it anew.
  await sql`delete from transactions.address where vasp_did = ${company} and source_type = 'EXTERNAL' and key = any(array(
    select address_key from transactions.transfer where id = any(${[...ids]}::uuid[])))`.execute(tx)
  await sql`update transactions.decision set facts = '{}',
    trace = jsonb_build_object('cause', trace -> 'cause', 'rules', '[]'::jsonb) where ${mine}`.execute(
    tx,
  )
  await sql`update transactions.check_result set reference = null where ${mine}
    and reference is not null`.execute(tx)
  await sql`update transactions.pii_view set comment = null, customer_key = null where ${mine}
    and (comment is not null or customer_key is not null)`.execute(tx)
}

/**
 * Erases what customers of these transfers gave to prove the wallets in them, and what was asked of them, unless a
 * transfer that is kept needs the same. @returns the customers
 */
export async function dropProofs(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ customer_key: string; address_key: Buffer; kept: boolean }>`
    select distinct s.customer_key, t.address_key, exists (select from transactions.side o
        join transactions.transfer ot on ot.id = o.transfer_id
        where o.vasp_did = ${company} and o.customer_key = s.customer_key and o.erased_at is null
          and o.transfer_id <> all(${[...ids]}::uuid[]) and ot.address_key = t.address_key) as kept
    from transactions.side s join transactions.transfer t on t.id = s.transfer_id
    where s.vasp_did = ${company} and s.transfer_id = any(${[...ids]}::uuid[]) and s.customer_key is not null`.execute(
    tx,
  )
  const gone = rows.filter(({ kept }) => !kept)
  const people = gone.map(({ customer_key }) => customer_key)
  const wallets = gone.map(({ address_key }) => address_key)
  for (const table of ['transactions.proof_request', 'transactions.proof'] as const)
    await sql`delete from ${sql.table(table)} where vasp_did = ${company} and (customer_key, address_key) in
      (select * from unnest(${people}::uuid[], ${wallets}::bytea[]))`.execute(tx)
  return [...new Set(rows.map(({ customer_key }) => customer_key))]
}

/** Of these customers, those of whom no transfer is kept any longer, last changed by then. */
export async function findForgotten(
  tx: TransactionsTx,
  company: string,
  keys: readonly string[],
  changedBy: Date,
): Promise<string[]> {
  const { rows } = await sql<{ customer_key: string }>`
    select c.customer_key from transactions.customer c
    where c.vasp_did = ${company} and c.customer_key = any(${[...keys]}::uuid[]) and c.updated_at <= ${changedBy}
      and not exists (select from transactions.side s
        where s.vasp_did = ${company} and s.customer_key = c.customer_key and s.erased_at is null)
    order by c.ref for update of c`.execute(tx)
  return rows.map(({ customer_key }) => customer_key)
}

/** Erases why somebody looked at customers: they may be named there. */
export const dropViewReasons = (
  tx: TransactionsTx,
  company: string,
  keys: readonly string[],
): Promise<unknown> =>
  sql`update transactions.pii_view set comment = null where vasp_did = ${company}
    and customer_key = any(${[...keys]}::uuid[]) and comment is not null`.execute(tx)

/** Marks the company's sides as erased; amount, asset, day, status and counterparty stay for the counters. */
export const markErased = (
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
  at: Date,
): Promise<unknown> =>
  sql`update transactions.side set erased_at = ${at}, transaction_ref = null, own_ref_hash = null, ref_sealed = null,
      contact_sealed = null, tags = '{}', customer_key = null, content_hmac = null, tx_hash = null,
      pending_second = null
    where ${of(company, ids)}`.execute(tx)

/** Overwrites what both companies share of those transfers that no other company keeps. */
export const forgetShared = (tx: TransactionsTx, ids: readonly string[]): Promise<unknown> =>
  sql`select transactions.forget(${[...ids]}::uuid[])`.execute(tx)

/** How many transfers that are neither erased nor under a hold ended between two times, counted up to a bound. */
export async function countEnded(
  tx: TransactionsTx,
  company: string,
  { after, until }: { readonly after: Date | null; readonly until: Date },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select from transactions.side where vasp_did = ${company} and erased_at is null and hold_until is null
        and ended_at <= ${until} and (${after}::timestamptz is null or ended_at > ${after}) limit ${limit}) counted`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
