import type { Role } from '@countersign/contracts'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import type { IdentityTx } from '../tables.ts'

/** The addresses of a company's admins, for mail to the company; at most 50. The transaction may be another context's. */
export const findAdminAddresses = <T>(tx: Tx<T>, company: string): Promise<string[]> =>
  findAddresses(tx, company, ['admin'])

async function findAddresses<T>(
  tx: Tx<T>,
  company: string,
  roles: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email from identity."user" u join identity.membership m on m.user_id = u.id
    where m.vasp_did = ${company} and m.role = any(${[...roles]}::text[]) and m.ended_at is null
    order by u.email limit 50`.execute(tx)
  return rows.map(({ email }) => email)
}

/**
 * The addresses of the network's internal admins who were here since then; at most 50. In a transaction of the
 * network's, which may be another context's.
 */
export async function findOperatorAddresses<T>(tx: Tx<T>, since: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from identity."user"
    where is_internal_admin and last_seen_at > ${since} order by email limit 50`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Whether people work for a company, were asked in or ask to come in, or machines work for it. */
export async function isPeopled(tx: IdentityTx, company: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from identity.membership where vasp_did = ${company} and ended_at is null)
      or exists (select from identity.request where vasp_did = ${company} and state = 'pending')
      or exists (select from identity.invitation where vasp_did = ${company} and ended_at is null)
      or exists (select from identity.credential where vasp_did = ${company}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** The addresses of a company's admins and compliance officers. The transaction may be another context's. */
export const findOfficerAddresses = <T>(tx: Tx<T>, company: string): Promise<string[]> =>
  findAddresses(tx, company, ['admin', 'compliance_officer'])

/** The addresses of those who look after a company’s bills. The transaction may be another context's. */
export const findBillingAddresses = <T>(tx: Tx<T>, company: string): Promise<string[]> =>
  findAddresses(tx, company, ['admin', 'billing_customer_admin'])

/** The names of people who work for a company, by DID. The transaction may be another context's. */
export async function findNames<T>(
  tx: Tx<T>,
  did: string,
  people: readonly string[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ did: string; name: string }>`
    select distinct u.did, coalesce(u.own_name, u.name, u.email) as name from identity."user" u
    join identity.membership m on m.user_id = u.id
    where m.vasp_did = ${did} and m.ended_at is null and u.did = any(${[...people]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.did, row.name]))
}

/** Where mail to somebody who works for a company goes. */
export async function findAddress<T>(
  tx: Tx<T>,
  did: string,
  person: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email from identity."user" u join identity.membership m on m.user_id = u.id
    where m.vasp_did = ${did} and m.ended_at is null and u.did = ${person} limit 1`.execute(tx)
  return rows[0]?.email
}

/** The roles that somebody who works for a company has there now. The transaction may be another context's. */
export async function findRolesOf<T>(tx: Tx<T>, did: string, person: string): Promise<Role[]> {
  const { rows } = await sql<{ role: Role }>`
    select m.role from identity.membership m join identity."user" u on u.id = m.user_id
    where m.vasp_did = ${did} and m.ended_at is null and u.did = ${person}`.execute(tx)
  return rows.map(({ role }) => role)
}
