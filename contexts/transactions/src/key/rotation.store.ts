import type { CompanyKeyKind } from '@countersign/contracts/transactions'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A key that a company replaced, and how far what is under older ones is renewed. */
export type Rotation = {
  readonly kind: CompanyKeyKind
  /** Of the new key. */
  readonly no: number
  readonly by: string
  readonly at: Date
  readonly renewed: number
  readonly renewedAt: Date | null
  readonly endedAt: Date | null
}

const columns = [
  'kind',
  'no',
  'by_did as by',
  'at',
  'renewed',
  'renewed_at as renewedAt',
  'ended_at as endedAt',
] as const

const rotations = (tx: TransactionsTx, company: string) =>
  tx.selectFrom('transactions.key_rotation').select(columns).where('vasp_did', '=', company)

type Row = Awaited<ReturnType<ReturnType<typeof rotations>['execute']>>[number]
const rotationOf = (row: Row): Rotation => ({
  ...row,
  kind: row.kind === 'BLIND' ? 'BLIND' : 'COMPANY',
})

/** Notes that the key of this number replaced another, unless somebody else just did. */
export const addRotation = (
  tx: TransactionsTx,
  company: string,
  { kind, no, by, at }: Pick<Rotation, 'kind' | 'no' | 'by' | 'at'>,
): Promise<unknown> =>
  tx
    .insertInto('transactions.key_rotation')
    .values({ vasp_did: company, kind, no, by_did: by, at, due_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The newest rotations of a company. */
export async function findRotations(
  tx: TransactionsTx,
  company: string,
  limit: number,
  kind?: CompanyKeyKind,
): Promise<Rotation[]> {
  let found = rotations(tx, company)
  if (kind !== undefined) found = found.where('kind', '=', kind)
  const rows = await found
    .orderBy('at', 'desc')
    .orderBy('kind')
    .orderBy('no', 'desc')
    .limit(limit)
    .execute()
  return rows.map(rotationOf)
}

/** A rotation that is due, held until the transaction ends; none where another process holds it. */
export async function takeDueRotation(
  tx: TransactionsTx,
  company: string,
  at: Date,
): Promise<Rotation | undefined> {
  const row = await rotations(tx, company)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && rotationOf(row)
}

/** What changes of a rotation that was taken. */
export const saveRotation = (
  tx: TransactionsTx,
  company: string,
  { kind, no }: Pick<Rotation, 'kind' | 'no'>,
  change: {
    readonly renewed?: number
    readonly renewed_at?: Date
    readonly ended_at?: Date
    readonly due_at?: Date | null
  },
): Promise<unknown> =>
  tx
    .updateTable('transactions.key_rotation')
    .set(change)
    .where('vasp_did', '=', company)
    .where('kind', '=', kind)
    .where('no', '=', no)
    .execute()

/** Companies of which a rotation is due; the relay may ask. */
export async function findDueCompanies(
  tx: TransactionsTx,
  at: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions.key_rotation')
    .select('vasp_did')
    .distinct()
    .where('due_at', '<=', at)
    .limit(limit)
    .execute()
  return rows.map((row) => row.vasp_did)
}

/** What still stands under a key older than this one. */
export async function hasOlder(
  tx: TransactionsTx,
  company: string,
  { kind, no }: Pick<Rotation, 'kind' | 'no'>,
): Promise<{ uses: boolean; keys: boolean }> {
  const { rows } = await (kind === 'COMPANY'
    ? sql<{ uses: boolean; keys: boolean }>`select
        exists (select from transactions.sealed_key where vasp_did = ${company} and key_no < ${no})
          or exists (select from transactions.customer where vasp_did = ${company} and key_no < ${no}) as uses,
        exists (select from transactions.private_key where vasp_did = ${company} and no < ${no}) as keys`
    : sql<{ uses: boolean; keys: boolean }>`select
        exists (select from transactions.lookup
          where vasp_did = ${company} and kind = 'NAME' and key_no < ${no}) as uses,
        exists (select from transactions.blind_key where vasp_did = ${company} and no < ${no}) as keys`
  ).execute(tx)
  return rows[0] ?? { uses: false, keys: false }
}

/** A company's keys in use, by kind: a key is retired when the next one comes. */
export async function findCurrentKeys(
  tx: TransactionsTx,
  company: string,
): Promise<{ key: CompanyKeyKind; no: number; createdAt: Date }[]> {
  const { rows } = await sql<{ key: CompanyKeyKind; no: number; createdAt: Date }>`
    (select 'COMPANY' as key, no, created_at as "createdAt" from transactions.public_key where vasp_did = ${company}
      order by no desc limit 1)
    union all
    (select 'BLIND', no, created_at from transactions.blind_key where vasp_did = ${company}
      order by no desc limit 1)`.execute(tx)
  return rows
}
