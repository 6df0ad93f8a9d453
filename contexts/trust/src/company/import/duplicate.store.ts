import { duplicateKinds, type ImportDuplicate } from '@countersign/contracts/trust'
import { sql } from 'kysely'
import type { TrustTx } from '../../tables.ts'
import { network } from './import.store.ts'

/** The most that a line tells of what it may be the same as. */
const most = 10

type Found = {
  line: number
  by: string
  did: string | null
  name: string | null
  other: number | null
}

/**
 * Companies of the network that may be those of the lines, compared as in `findDuplicates`. Each line looks
 * its keys up in an index: a join by single keys would read all companies for each line.
 */
const inNetwork = sql`
  select l.line, 'lei' as by, v.vasp_did as did, null::int as other from l
  join trust.vasp v on v.profile ->> 'lei' = l.lei where v.listing in ('pending', 'listed')
  union select l.line, 'lei', v.vasp_did, null from l
  join trust.vasp v on (v.registers -> 'GLEIF' ->> 'externalId') = l.lei
  where v.listing in ('pending', 'listed') and v.registers ? 'GLEIF'
  union select l.line, 'name', v.vasp_did, null from l
  join trust.vasp v on trust.name_key(v.profile ->> 'name') = any(l.name_keys)
  where v.listing in ('pending', 'listed')
  union select l.line, 'name', v.vasp_did, null from l
  join trust.vasp v on trust.name_key(v.profile ->> 'legalName') = any(l.name_keys)
  where v.listing in ('pending', 'listed')
  union select l.line, 'domain', v.vasp_did, null from l
  join trust.vasp v on trust.site_key(v.profile ->> 'website') = any(l.domains)
  where v.listing in ('pending', 'listed')
  union select l.line, 'domain', v.vasp_did, null from l
  join trust.vasp v on v.email_domains && l.domains where v.listing in ('pending', 'listed')`

/** The first line of the same file with a key, for all after it. */
const inFile = sql`
  union select line, 'name', null, first from (select line, min(line) over (partition by key) as first
    from l cross join unnest(l.name_keys) k(key)) keyed where first < line
  union select line, 'domain', null, first from (select line, min(line) over (partition by key) as first
    from l cross join unnest(l.domains) k(key)) keyed where first < line`

/**
 * What lines that are ready may be the same as. Before the import that is the network and the file, and
 * later, for `lines`, the network, which has the file's earlier lines by then.
 */
export async function findImportDuplicates(
  tx: TrustTx,
  importId: string,
  lines?: readonly number[],
): Promise<Map<number, ImportDuplicate[]>> {
  const among = lines ? sql`and line = any(${[...lines]}::int[])` : sql``
  const { rows } = await sql<Found>`
    with l as materialized (
      select line, lei, name_keys, domains from trust.company_import_line
      where vasp_did = ${network} and import_id = ${importId} and state = 'ready' ${among}),
    hit as (${inNetwork} ${lines ? sql`` : inFile})
    select hit.line, hit.by, hit.did, hit.other, v.profile ->> 'name' as name
    from hit left join trust.vasp v on v.vasp_did = hit.did
    order by hit.line, array_position(array['lei', 'name', 'domain'], hit.by), hit.did, hit.other`.execute(
    tx,
  )
  const found = new Map<number, ImportDuplicate[]>()
  for (const { line, by, did, name, other } of rows) {
    const list = found.get(line) ?? []
    const kind = duplicateKinds.find((one) => one === by)
    if (kind && list.length < most) list.push({ by: kind, did, name, line: other })
    found.set(line, list)
  }
  return found
}

/** Sets these lines aside as duplicates. */
export async function setDuplicates(
  tx: TrustTx,
  importId: string,
  found: ReadonlyMap<number, readonly ImportDuplicate[]>,
): Promise<void> {
  const rows = [...found].map(([line, duplicates]) => ({ line, duplicates }))
  await sql`update trust.company_import_line l set state = 'duplicate', duplicates = d.duplicates
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(line int, duplicates jsonb)
    where l.vasp_did = ${network} and l.import_id = ${importId} and l.line = d.line`.execute(tx)
}

/** Those of the companies that another company refers to. In a transaction of the relay's. */
export async function findReferred(tx: TrustTx, dids: readonly string[]): Promise<Set<string>> {
  const asked = sql`any(${[...dids]}::text[])`
  const { rows } = await sql<{ did: string }>`
    select reviewed_did as did from trust.review_history where reviewed_did = ${asked}
    union select reviewed_did from trust.ddq_mark where reviewed_did = ${asked}
    union select reviewed_did from trust.ddq_pin where reviewed_did = ${asked}
    union select counterparty_did from transactions.counterparty where counterparty_did = ${asked}
    union select grantee_did from trust.document_grant where grantee_did = ${asked}
    union select vasp_did from trust.document_request where vasp_did = ${asked}
    union select requester_did from trust.document_request where requester_did = ${asked}
    union select vasp_did from trust.nest_request where vasp_did = ${asked}
    union select group_did from trust.nest_request where group_did = ${asked}
    union select subsidiary_of from trust.vasp where subsidiary_of = ${asked}
    union select redirect_did from trust.vasp where redirect_did = ${asked}`.execute(tx)
  return new Set(rows.map(({ did }) => did))
}
