import {
  ExportFormat,
  ExportKind,
  type ExportRequest,
  ExportState,
  Filter,
  OpenReason,
} from '@countersign/contracts/transactions'
import type { Vault } from '@countersign/kit/vault'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ExportPlace } from '../list/index.ts'
import type { DB } from '../tables.gen.ts'
import type { TransactionsTx } from '../tables.ts'

/** Why personal data is exported. */
export const Why = z.object({ code: OpenReason, comment: z.optional(z.string()) })
export type Why = z.infer<typeof Why>

/** A filter as whoever asked sent it, from what became of it. */
export const asSent = (filter: z.output<typeof Filter>): NonNullable<ExportRequest['filter']> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'boolean' ? String(value) : value]],
    ),
  )

/** An export as it is stored. */
export type Export = ReturnType<typeof readExport>

const readExport = (row: Selectable<DB['transactions.export_request']>) => ({
  ...row,
  kind: ExportKind.parse(row.kind),
  state: ExportState.parse(row.state),
  format: ExportFormat.parse(row.format),
  filter: row.filter === null ? null : asSent(Filter.parse(row.filter)),
})

/** A part of an export's file that is written. */
export type Part = {
  readonly part: number
  readonly rows: number
  readonly bytes: number
  readonly sha256: Buffer
  readonly last: ExportPlace
}

const Last = z.object({ at: z.string(), id: z.string() })

/** Where what an export's row hides belongs: sealed elsewhere, it does not open. */
const placeOf = (company: string, id: string, what: 'key' | 'reason'): string =>
  `transactions export ${what} ${company} ${id}`

/** Adds an export that waits for the worker. */
export const addExport = (
  tx: TransactionsTx,
  vault: Vault,
  made: Pick<
    Export,
    | 'vasp_did'
    | 'id'
    | 'kind'
    | 'state'
    | 'format'
    | 'zone'
    | 'as_of'
    | 'requested_by'
    | 'role'
    | 'created_at'
    | 'expires_at'
  > & {
    readonly filter: NonNullable<ExportRequest['filter']>
    readonly why: Why | null
    readonly key: Buffer
  },
): Promise<unknown> => {
  const { filter, why, key, ...row } = made
  const seal = (what: 'key' | 'reason', text: string) =>
    Buffer.from(vault.seal(text, placeOf(row.vasp_did, row.id, what)))
  return tx
    .insertInto('transactions.export_request')
    .values({
      ...row,
      filter: JSON.stringify(filter),
      columns: [],
      personal_data: why !== null,
      reason: why && seal('reason', JSON.stringify(why)),
      sealed_key: seal('key', key.toString('base64url')),
    })
    .execute()
}

/** The key of an export's file, as long as it is kept. */
export const keyOf = (vault: Vault, { vasp_did, id, sealed_key }: Export): Buffer | null =>
  sealed_key &&
  Buffer.from(vault.open(sealed_key.toString(), placeOf(vasp_did, id, 'key')), 'base64url')

/** Why an export opens personal data. */
export const whyOf = (vault: Vault, { vasp_did, id, reason }: Export): Why | null =>
  reason && Why.parse(JSON.parse(vault.open(reason.toString(), placeOf(vasp_did, id, 'reason'))))

const exports = (tx: TransactionsTx, company: string) =>
  tx.selectFrom('transactions.export_request').selectAll().where('vasp_did', '=', company)

export async function findExport(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<Export | undefined> {
  const row = await exports(tx, company).where('id', '=', id).executeTakeFirst()
  return row && readExport(row)
}

/** The same, held until the transaction ends. */
export async function lockExport(
  tx: TransactionsTx,
  company: string,
  id: string,
): Promise<Export | undefined> {
  const row = await exports(tx, company).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && readExport(row)
}

export async function findExports(
  tx: TransactionsTx,
  company: string,
  limit: number,
): Promise<Export[]> {
  const rows = await exports(tx, company)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readExport)
}

/** Exports of a company that are under way or wait for a second person, the oldest first. */
export async function findOpenExports(tx: TransactionsTx, company: string): Promise<Export[]> {
  const rows = await exports(tx, company)
    .where('state', 'in', ['PENDING', 'WAITING', 'RUNNING'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(readExport)
}

/** Exports of a company that are over, or that nobody agreed to in time, and whose keys and files are still there. */
export async function findSpent(tx: TransactionsTx, company: string, now: Date): Promise<Export[]> {
  const rows = await exports(tx, company)
    .where('has_files', '=', true)
    .where((where) =>
      where.or([
        where('state', 'in', ['CANCELLED', 'FAILED']),
        where.and([where('state', 'in', ['PENDING', 'READY']), where('expires_at', '<=', now)]),
      ]),
    )
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map(readExport)
}

/** Companies with exports to go on with, or whose files must go. For the relay. */
export async function findBusy(tx: TransactionsTx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.export_request')
    .select('vasp_did')
    .distinct()
    .where('has_files', '=', true)
    .where((where) =>
      where.or([where('state', 'not in', ['READY', 'PENDING']), where('expires_at', '<=', now)]),
    )
    .orderBy('vasp_did')
    .limit(limit)
    .execute()
  return rows.map(({ vasp_did }) => vasp_did)
}

type Change = Partial<
  Pick<
    Export,
    | 'state'
    | 'done'
    | 'total'
    | 'tries'
    | 'sha256'
    | 'expires_at'
    | 'has_files'
    | 'sealed_key'
    | 'reason'
    | 'agreed_by'
  >
> & { readonly filter?: null }

export const changeExport = (
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Export, 'vasp_did' | 'id'>,
  change: Change,
): Promise<unknown> =>
  tx
    .updateTable('transactions.export_request')
    .set(change)
    .where('vasp_did', '=', vasp_did)
    .where('id', '=', id)
    .execute()

/** The parts of an export that are written, in their order. */
export async function findParts(
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Export, 'vasp_did' | 'id'>,
): Promise<Part[]> {
  const rows = await tx
    .selectFrom('transactions.export_part')
    .selectAll()
    .where('vasp_did', '=', vasp_did)
    .where('export_id', '=', id)
    .orderBy('part')
    .execute()
  return rows.map(({ part, rows: count, bytes, sha256, last_key }) => ({
    part,
    rows: count,
    bytes,
    sha256,
    last: Last.parse(last_key),
  }))
}

export const addPart = (
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Export, 'vasp_did' | 'id'>,
  { last, ...part }: Part,
): Promise<unknown> =>
  tx
    .insertInto('transactions.export_part')
    .values({ vasp_did, export_id: id, ...part, last_key: JSON.stringify(last) })
    .execute()

export const removeParts = (
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Export, 'vasp_did' | 'id'>,
): Promise<unknown> =>
  tx
    .deleteFrom('transactions.export_part')
    .where('vasp_did', '=', vasp_did)
    .where('export_id', '=', id)
    .execute()

/** Seals what exports hide under the server's current main secret. @returns how many exports were sealed anew */
export async function resealExports(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
): Promise<number> {
  const rows = await exports(tx, company).where('has_files', '=', true).orderBy('id').execute()
  const anew = (sealed: Buffer, place: string) =>
    Buffer.from(vault.seal(vault.open(sealed.toString(), place), place))
  let changed = 0
  for (const { id, vasp_did, sealed_key, reason } of rows) {
    if (!sealed_key || vault.isCurrent(sealed_key.toString())) continue
    await changeExport(
      tx,
      { vasp_did, id },
      {
        sealed_key: anew(sealed_key, placeOf(vasp_did, id, 'key')),
        reason: reason && anew(reason, placeOf(vasp_did, id, 'reason')),
      },
    )
    changed++
  }
  return changed
}

/** The transfers of the person who asked for this export. */
export async function findAskedAbout(
  tx: TransactionsTx,
  { vasp_did, id }: Pick<Export, 'vasp_did' | 'id'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.privacy_request as r')
    .innerJoin('transactions.privacy_item as i', (join) =>
      join.onRef('i.vasp_did', '=', 'r.vasp_did').onRef('i.request_id', '=', 'r.id'),
    )
    .select('i.transfer_id')
    .where('r.vasp_did', '=', vasp_did)
    .where('r.export_id', '=', id)
    .execute()
  return rows.map(({ transfer_id }) => transfer_id)
}
