import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'

/** A part of a transfer's IVMS101 data to which a company holds a key, in its newest version. */
export type HeldPart = {
  readonly part: 'ORIGINATOR' | 'BENEFICIARY'
  /** Items of a requirement that it has, e.g. `originator.NAME`. */
  readonly fields: readonly string[]
}

const nameOf = (part: string): HeldPart['part'] => (part === 'ORIGINATOR' ? part : 'BENEFICIARY')

/** The parts of transfers that a company can open. */
export async function findHeldParts(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldPart[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('transactions.sealed_key as k')
    .innerJoin('transactions.part as p', (join) =>
      join
        .onRef('p.owner_did', '=', 'k.owner_did')
        .onRef('p.transfer_id', '=', 'k.transfer_id')
        .onRef('p.part', '=', 'k.part')
        .onRef('p.version', '=', 'k.version'),
    )
    .select(['p.transfer_id', 'p.part', 'p.fields'])
    .where('k.vasp_did', '=', company)
    .where(sql<boolean>`k.transfer_id = any(${[...ids]}::uuid[])`)
    .where('k.part', '<>', 'COMMENTS')
    .orderBy('p.transfer_id')
    .orderBy('p.part')
    .orderBy('p.version')
    .execute()
  const held = new Map<string, HeldPart[]>()
  for (const { transfer_id: id, part, fields } of rows) {
    const others = (held.get(id) ?? []).filter((one) => one.part !== part)
    held.set(id, [...others, { part: nameOf(part), fields }])
  }
  return held
}

/** Whether a company holds a key to some part of a transfer's personal data. */
export const canOpen = async (tx: TransactionsTx, company: string, id: string): Promise<boolean> =>
  (await findHeldParts(tx, company, [id])).has(id)

/** Whether another company can still open what this one released to it. */
export async function holdsKey(
  tx: TransactionsTx,
  holder: string,
  owner: string,
  transferId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('transactions.sealed_key')
    .select('version')
    .where('vasp_did', '=', holder)
    .where('owner_did', '=', owner)
    .where('transfer_id', '=', transferId)
    .where('part', '<>', 'COMMENTS')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
