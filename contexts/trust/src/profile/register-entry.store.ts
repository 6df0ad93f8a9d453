import type { Registry } from '@countersign/contracts/trust'
import { type RawBuilder, sql } from 'kysely'
import type { TrustTx } from '../tables.ts'
import { StoredRegisters as Stored, type StoredRegisters } from './standing.rules.ts'

/** What is stored of a company's entries, its row locked until the transaction ends. */
export async function lockRegisters(
  tx: TrustTx,
  did: string,
): Promise<StoredRegisters | undefined> {
  const row = await tx
    .selectFrom('trust.vasp')
    .select('registers')
    .where('vasp_did', '=', did)
    .forUpdate()
    .executeTakeFirst()
  return row && Stored.parse(row.registers)
}

// Spelt as in the unique indexes, so that they serve it.
const idOf: { readonly [R in Registry]: RawBuilder<string> } = {
  GLEIF: sql`(registers -> 'GLEIF' ->> 'externalId')`,
  VASPnet: sql`(registers -> 'VASPnet' ->> 'externalId')`,
}

/** The other company that an entry is bound to, and whether anything proved it. */
export async function findHolder(tx: TrustTx, registry: Registry, externalId: string, but: string) {
  const row = await tx
    .selectFrom('trust.vasp')
    .select(['vasp_did', 'registers'])
    .where(idOf[registry], '=', externalId)
    .where('listing', 'in', ['pending', 'listed'])
    .where('vasp_did', '<>', but)
    .executeTakeFirst()
  return row && { did: row.vasp_did, proof: Stored.parse(row.registers)[registry]?.proof ?? null }
}

/** Binds a company to an entry of a register, or to none. An entry of another company is a conflict. */
export const saveRegister = (
  tx: TrustTx,
  did: string,
  registry: Registry,
  entry: StoredRegisters[Registry] | null,
  at: Date,
) =>
  tx
    .updateTable('trust.vasp')
    .set({
      registers: entry
        ? sql`registers || ${JSON.stringify({ [registry]: entry })}::jsonb`
        : sql`registers - ${registry}::text`,
      updated_at: at,
    })
    .where('vasp_did', '=', did)
    .execute()

/** Runs part of a transaction where the rows of another company exist. */
export async function within<T>(
  tx: TrustTx,
  did: string,
  back: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select set_config('app.tenant', ${did}, true)`.execute(tx)
  const done = await work()
  await sql`select set_config('app.tenant', ${back}, true)`.execute(tx)
  return done
}

/** Companies with an entry that nothing has proved, longest first, and how many entries there are. */
export async function findClaimedEntries(tx: TrustTx, limit: number) {
  const { rows } = await sql<{
    did: string
    name: string
    website: string | null
    registers: unknown
    registry: string
    said: Record<string, unknown> | null
    total: number
  }>`
    select v.vasp_did as did, v.profile ->> 'name' as name, v.profile ->> 'website' as website,
      jsonb_build_object(e.key, e.value) as registers, r.said, count(*) over ()::int as total
    from trust.vasp v cross join lateral jsonb_each(v.registers) e
    left join trust.registry_record r on r.vasp_did = v.vasp_did and r.registry = e.key
    where v.registers <> '{}' and v.listing in ('pending', 'listed') and e.value ->> 'proof' is null
    order by (e.value ->> 'since')::timestamptz, v.vasp_did, e.key limit ${limit}`.execute(tx)
  return rows
}
