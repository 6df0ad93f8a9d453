import {
  Jurisdiction,
  type JurisdictionIn,
  type JurisdictionStatus,
  jurisdictionStatuses,
} from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from './tables.ts'

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
    .execute()
  return rows.map((row) =>
    Jurisdiction.parse({
      ...row,
      selfHosted: row.self_hosted,
      verifiedAt: row.verified,
      updatedAt: row.updated_at.toISOString(),
    }),
  )
}

const columnsOf = (rule: JurisdictionIn, at: Date) => ({
  name: rule.name,
  status: rule.status,
  tiers: JSON.stringify(rule.tiers),
  since: rule.since,
  self_hosted: rule.selfHosted,
  note: rule.note,
  confidence: rule.confidence,
  source: rule.source,
  verified_at: sql<Date>`${rule.verifiedAt}::date`,
  updated_at: at,
})

/** Stores what is now stated of a jurisdiction. @returns whether there is one of this id */
export async function saveRule(tx: TrustTx, id: string, rule: JurisdictionIn, at: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('trust.jurisdiction')
    .set(columnsOf(rule, at))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
