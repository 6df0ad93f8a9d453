import {
  Jurisdiction,
  JurisdictionChange,
  type JurisdictionFacts,
  type JurisdictionStatus,
  jurisdictionStatuses,
} from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../tables.ts'

const statusOf = (text: string): JurisdictionStatus =>
  jurisdictionStatuses.find((status) => status === text) ?? 'notAvailable'

/** The countries and statuses of all jurisdictions. */
export const findJurisdictions = async (tx: TrustTx) =>
  (await tx.selectFrom('trust.jurisdiction').select(['countries', 'status']).execute()).map(
    ({ countries, status }) => ({ countries, status: statusOf(status) }),
  )

/** All that is known of the jurisdictions, by name; of one when an id is given. */
export async function findRules(tx: TrustTx, id?: string): Promise<Jurisdiction[]> {
  const rows = await tx
    .selectFrom('trust.jurisdiction')
    .selectAll()
    // A date as text: a Date would be read in the zone of the process.
    .select(sql<string>`to_char(verified_at, 'YYYY-MM-DD')`.as('verified'))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) =>
    Jurisdiction.parse({
      ...row,
      selfHosted: row.self_hosted,
      selfHostedProofAbove: row.self_hosted_proof_above ?? undefined,
      recordYears: row.record_years ?? undefined,
      mustReject: row.must_reject ?? undefined,
      mustVerify: row.must_verify ?? undefined,
      sourceUrl: row.source_url,
      verifiedAt: row.verified,
      updatedAt: row.updated_at.toISOString(),
    }),
  )
}

/** What was read last, with the versions of its rows. */
let lastRead: { readonly stamp: string; readonly rules: readonly Jurisdiction[] } | undefined

/** The same as `findRules` of all, for work that is done all the time: reads them anew only when one has changed. */
export async function findRulesNow(tx: TrustTx): Promise<readonly Jurisdiction[]> {
  const { rows } = await sql<{ stamp: string }>`
    select current_database() || md5(string_agg(concat_ws(' ', id, xmin, ctid), ',' order by id)) as stamp
    from trust.jurisdiction`.execute(tx)
  const stamp = rows[0]?.stamp ?? ''
  if (lastRead?.stamp !== stamp) lastRead = { stamp, rules: await findRules(tx) }
  return lastRead.rules
}

const columnsOf = (rule: JurisdictionFacts, at: Date) => ({
  name: rule.name,
  countries: [...rule.countries],
  status: rule.status,
  tiers: JSON.stringify(rule.tiers),
  since: rule.since,
  self_hosted: rule.selfHosted,
  self_hosted_proof_above: rule.selfHostedProofAbove
    ? JSON.stringify(rule.selfHostedProofAbove)
    : null,
  record_years: rule.recordYears ?? null,
  must_reject: rule.mustReject ?? null,
  must_verify: rule.mustVerify ?? null,
  note: rule.note,
  confidence: rule.confidence,
  source: rule.source,
  source_url: rule.sourceUrl,
  verified_at: sql<Date>`${rule.verifiedAt}::date`,
  updated_at: at,
})

/** One change at a time: that a country stands in one jurisdiction is a matter of all of them. */
export const lockRules = (tx: TrustTx) =>
  sql`select pg_advisory_xact_lock(hashtext('trust.jurisdiction'))`.execute(tx)

/** Stores what is now stated of a jurisdiction. */
export async function saveRule(tx: TrustTx, id: string, rule: JurisdictionFacts, at: Date) {
  await tx
    .updateTable('trust.jurisdiction')
    .set((eb) => ({ ...columnsOf(rule, at), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return findStored(tx, id)
}

/** Stores a jurisdiction that was not there. */
export async function addRule(tx: TrustTx, id: string, rule: JurisdictionFacts, at: Date) {
  await tx
    .insertInto('trust.jurisdiction')
    .values({ id, ...columnsOf(rule, at) })
    .execute()
  return findStored(tx, id)
}

async function findStored(tx: TrustTx, id: string): Promise<Jurisdiction> {
  const [rule] = await findRules(tx, id)
  if (!rule) throw new Error('The jurisdiction was not stored')
  return rule
}

type Change = Omit<JurisdictionChange, 'at'> & { readonly id: string; readonly at: Date }

/** Adds a change to the history. */
export const saveChange = (tx: TrustTx, { id, before, after, ...change }: Change) =>
  tx
    .insertInto('trust.jurisdiction_change')
    .values({
      jurisdiction_id: id,
      version: change.version,
      at: change.at,
      made_by: change.by,
      made_by_name: change.byName,
      before: before && JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()

/** The changes of a jurisdiction, newest first. */
export async function findChanges(
  tx: TrustTx,
  id: string,
  limit: number,
): Promise<JurisdictionChange[]> {
  const rows = await tx
    .selectFrom('trust.jurisdiction_change')
    .selectAll()
    .where('jurisdiction_id', '=', id)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) =>
    JurisdictionChange.parse({
      version: row.version,
      at: row.at.toISOString(),
      by: row.made_by,
      byName: row.made_by_name,
      before: row.before,
      after: row.after,
    }),
  )
}
