import { PrivacyKind, PrivacyState } from '@countersign/contracts/transactions'
import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A request as it is stored. */
export type Request = {
  readonly id: string
  readonly kind: PrivacyKind
  readonly state: PrivacyState
  readonly reason: string
  readonly exportId: string | null
  readonly by: string
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** What has become of the transfers of a request. */
export type Progress = {
  readonly transfers: number
  readonly erased: number
  readonly held: number
  readonly open: number
  /** When the last of those ended that the law keeps. */
  readonly endedLast: Date | null
}

/** Where a request's reason belongs: sealed elsewhere, it does not open. */
const placeOf = (company: string, id: string): string => `transactions privacy ${company} ${id}`

export async function addRequest(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  { id, kind, state, reason, exportId, by, createdAt }: Request,
  ids: readonly string[],
): Promise<void> {
  await tx
    .insertInto('transactions.privacy_request')
    .values({
      vasp_did: company,
      id,
      kind,
      state,
      reason: Buffer.from(vault.seal(reason, placeOf(company, id))),
      export_id: exportId,
      requested_by: by,
      created_at: createdAt,
      due_at: kind === 'ERASURE' ? createdAt : null,
    })
    .execute()
  await sql`insert into transactions.privacy_item (vasp_did, request_id, transfer_id)
    select ${company}, ${id}, one from unnest(${[...ids]}::uuid[]) one`.execute(tx)
}

/** Which of these transfers the company does not have. */
export async function findUnknown(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select one as id from unnest(${[...ids]}::uuid[]) one
    where not exists (select from transactions.side where vasp_did = ${company} and transfer_id = one)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Of the export with the copy. */
const exportState = sql<string | null>`(select e.state from transactions.export_request e
  where e.vasp_did = privacy_request.vasp_did and e.id = privacy_request.export_id)`.as(
  'export_state',
)

/** A copy is done once its file was ready. */
function stateOf({ state, export_state: made }: { state: string; export_state: string | null }) {
  if (made === 'READY' || made === 'EXPIRED') return 'DONE'
  return made === 'FAILED' || made === 'CANCELLED' ? 'CANCELLED' : PrivacyState.parse(state)
}

const requests = (tx: TransactionsTx, company: string) =>
  tx
    .selectFrom('transactions.privacy_request')
    .select([
      'id',
      'kind',
      'state',
      'reason',
      'export_id',
      'requested_by',
      'created_at',
      'ended_at',
    ])
    .select(exportState)
    .where('vasp_did', '=', company)

type Row = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]
const read = (vault: Vault, company: string, row: Row): Request => ({
  id: row.id,
  kind: PrivacyKind.parse(row.kind),
  state: stateOf(row),
  reason: vault.open(row.reason.toString(), placeOf(company, row.id)),
  exportId: row.export_id,
  by: row.requested_by,
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

/** A company's newest requests. */
export async function findRequests(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  limit: number,
): Promise<Request[]> {
  const rows = await requests(tx, company)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => read(vault, company, row))
}

/** A request, held until the transaction ends. */
export async function lockRequest(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  id: string,
): Promise<Request | undefined> {
  const row = await requests(tx, company).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && read(vault, company, row)
}

/** How far requests are. */
export async function findProgress(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  const { rows } = await sql<
    Progress & { id: string }
  >`select i.request_id as id, count(*)::int as transfers,
      count(*) filter (where s.erased_at is not null)::int as erased,
      count(*) filter (where s.erased_at is null and s.hold_until is not null)::int as held,
      count(*) filter (where s.erased_at is null and s.hold_until is null and s.ended_at is null)::int as open,
      max(s.ended_at) filter (where s.erased_at is null and s.hold_until is null) as "endedLast"
    from transactions.privacy_item i
    join transactions.side s on s.vasp_did = i.vasp_did and s.transfer_id = i.transfer_id
    where i.vasp_did = ${company} and i.request_id = any(${[...ids]}::text[])
    group by i.request_id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The transfers of a request; of an erasure, those that are not erased. */
export async function findItems(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.privacy_item as i')
    .innerJoin('transactions.side as s', (join) =>
      join.onRef('s.vasp_did', '=', 'i.vasp_did').onRef('s.transfer_id', '=', 'i.transfer_id'),
    )
    .select('i.transfer_id')
    .where('i.vasp_did', '=', company)
    .where('i.request_id', '=', id)
    .where('s.erased_at', 'is', null)
    .orderBy('i.transfer_id')
    .execute()
  return rows.map(({ transfer_id }) => transfer_id)
}

type Change = {
  readonly state?: PrivacyState
  readonly ended_at?: Date
  readonly due_at?: Date | null
}
export const changeRequest = (
  tx: TransactionsTx,
  company: string,
  id: string,
  change: Change,
): Promise<unknown> =>
  tx
    .updateTable('transactions.privacy_request')
    .set(change)
    .where('vasp_did', '=', company)
    .where('id', '=', id)
    .execute()

/** The ids of a company's requests that are due. */
export async function findDueRequests(
  tx: TransactionsTx,
  company: string,
  at: Date,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.privacy_request')
    .select('id')
    .where('vasp_did', '=', company)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Companies with a request that is due. For the relay. */
export async function findAsked(tx: TransactionsTx, at: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.privacy_request')
    .select('vasp_did')
    .distinct()
    .where('due_at', '<=', at)
    .execute()
  return rows.map(({ vasp_did }) => vasp_did)
}

/** Seals the reasons of requests under the server's current main secret. @returns how many were sealed anew */
export async function resealRequests(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  const rows = await requests(tx, company).execute()
  let changed = 0
  for (const { id, reason } of rows) {
    if (vault.isCurrent(reason.toString())) continue
    const place = placeOf(company, id)
    await tx
      .updateTable('transactions.privacy_request')
      .set({ reason: Buffer.from(vault.seal(vault.open(reason.toString(), place), place)) })
      .where('vasp_did', '=', company)
      .where('id', '=', id)
      .execute()
    changed++
  }
  return changed
}

/** Ends the company's exports of names: the person may be in them. */
export const endNamed = (tx: TransactionsTx, company: string, at: Date): Promise<unknown> =>
  sql`update transactions.export_request set
      state = case when state = 'READY' then state else 'CANCELLED' end,
      expires_at = case when state = 'READY' then ${at}::timestamptz end
    where vasp_did = ${company} and has_files and personal_data
      and state in ('PENDING', 'WAITING', 'RUNNING', 'READY')`.execute(tx)
