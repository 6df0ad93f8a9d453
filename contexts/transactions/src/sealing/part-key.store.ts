import type { KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { atEnd } from '@countersign/kit/at-end'
import type { Vault } from '@countersign/kit/vault'
import { sql } from 'kysely'
import type { TransactionsTx } from '../tables.ts'
import { ensureKey, findKey, openPrivateKey } from './company-key.store.ts'
import { dataKeySealer, newDataKey, openDataKey, type PartId } from './data-key.ts'
import { openTree, type SealedTree, sealTree, type Tree } from './leaf.ts'

/** One part of a transfer's personal data, to be sealed. */
export type PlainPart = {
  readonly part: PartId['part']
  readonly tree: Tree
  /** Items of a requirement that it has. */
  readonly fields: readonly string[]
}

/**
 * Seals parts of a transfer to the company that supplies them, which owns them.
 * @param version above 1 for an amendment, which has a data key of its own
 */
export async function sealParts(
  tx: TransactionsTx,
  vault: Vault,
  owner: string,
  transferId: string,
  parts: readonly PlainPart[],
  at: Date,
  version = 1,
): Promise<void> {
  if (parts.length === 0) return
  const key = await ensureKey(tx, owner, vault, at)
  const seal = dataKeySealer({ did: owner, keyNo: key.no }, key.publicKey)
  const sealed = parts.map(({ part, tree, fields }) => {
    const id = { transferId, part, version }
    const dataKey = newDataKey()
    const box = seal(dataKey, id)
    return { id, tree: JSON.stringify(sealTree(tree, id, dataKey)), fields: [...fields], box }
  })
  await tx
    .insertInto('transactions.part')
    .values(
      sealed.map(({ id, tree, fields }) => ({
        owner_did: owner,
        transfer_id: transferId,
        part: id.part,
        version,
        tree,
        fields,
        created_at: at,
      })),
    )
    .execute()
  await newBoxes(tx, { holder: owner, owner, keyNo: key.no, at }, sealed).execute()
}

/**
 * Lets the transfer's other company open the parts that the owner supplied, in the owner's transaction: opens
 * each data key and seals it to the holder's key. Repeating it changes nothing.
 * @param only this part; all of the owner's when absent
 * @returns false where the holder has no key yet
 * @throws when the holder is no side of the transfer, or a beneficiary that has not confirmed the address
 */
export async function releaseParts(
  tx: TransactionsTx,
  vault: Vault,
  owner: string,
  holder: string,
  transferId: string,
  at: Date,
  only?: PartId['part'],
): Promise<boolean> {
  if (owner === holder) return true
  if (!(await mayReceive(tx, owner, holder, transferId)))
    throw new Error(`Transfer ${transferId} is not to be released to ${holder}`)
  const target = await findKey(tx, holder)
  if (!target) return false
  const privateKey = privateKeys(tx, owner, vault)
  const seal = dataKeySealer({ did: holder, keyNo: target.no }, target.publicKey)
  const boxes: Box[] = []
  for (const row of await heldKeys(tx, owner, [transferId])) {
    if (row.owner_did !== owner || (only ?? row.part) !== row.part) continue
    const id = { transferId, part: partOf(row.part), version: row.version }
    const own = { did: owner, keyNo: row.key_no }
    const dataKey = openDataKey(row.box, id, own, await privateKey(row.key_no))
    boxes.push({ id, box: seal(dataKey, id) })
  }
  if (boxes.length > 0)
    await atEnd(tx, newBoxes(tx, { holder, owner, keyNo: target.no, at }, boxes))
  return true
}

/**
 * Ends what was released to a company, in the owner's transaction: at once where it is no longer a side,
 * thirty days after a cancellation, never under a legal hold of that company's.
 * @returns how many parts it can no longer open; 0 where it keeps them
 */
export async function revokeParts(
  tx: TransactionsTx,
  holder: string,
  transferId: string,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select transactions.revoke(${transferId}, ${holder}) as ended`.execute(tx)
  return rows[0]?.ended ?? 0
}

/** Which part a company can open, and whose it is. */
type PartRef = PartId & { readonly owner: string }
/** The same with the key that opens it. */
export type BoxedPart = PartRef & { readonly keyNo: number; readonly box: Buffer }
/** A part that was opened. */
export type OpenedPart = PartRef & { readonly tree: Tree }

/**
 * What a company can open of the IVMS101 data of transfers: the newest version of each part that it holds a key to.
 */
export async function findBoxedParts(
  tx: TransactionsTx,
  company: string,
  ids: readonly string[],
): Promise<BoxedPart[]> {
  const rows = (await heldKeys(tx, company, ids)).filter(({ part }) => part !== 'COMMENTS')
  const newest = new Map(
    rows.map((row) => [`${row.transfer_id} ${row.owner_did} ${row.part}`, row]),
  )
  return [...newest.values()].map(boxedOf)
}

/** Opens the other company's comments on a transfer, in the order in which they were written. */
export async function openComments(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
): Promise<OpenedPart[]> {
  const rows = (await heldKeys(tx, company, [transferId])).filter(
    (row) => row.part === 'COMMENTS' && row.owner_did !== company,
  )
  return openBoxedParts(tx, vault, company, rows.map(boxedOf))
}

/**
 * Opens what a company can open of a transfer, for the server itself: to compare names, or find facts. For
 * people and machines there is `openForViewer`, which notes who looked.
 * @throws when a tree or a key was altered, or belongs elsewhere
 */
export const openParts = async (
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  transferId: string,
): Promise<OpenedPart[]> =>
  openBoxedParts(tx, vault, company, await findBoxedParts(tx, company, [transferId]))

/** So many parts take about 5 ms to open. */
const atOnce = 50

/** Opens these parts, in their order. Parts of one transfer share an agreement on a key: they come one after the other. */
export async function openBoxedParts(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  boxed: readonly BoxedPart[],
): Promise<OpenedPart[]> {
  const privateKey = privateKeys(tx, company, vault)
  const trees = await findTrees(tx, boxed)
  const opened: OpenedPart[] = []
  for (const [n, { keyNo, box, ...of }] of boxed.entries()) {
    // Lets other requests run, and the queries issued so far be sent.
    if (n % atOnce === atOnce - 1) await setImmediate()
    const dataKey = openDataKey(box, of, { did: company, keyNo }, await privateKey(keyNo))
    const sealed = trees.get(nameOf(of))
    if (sealed === undefined) throw new Error(`Part ${of.part} of ${of.transferId} is missing`)
    opened.push({ ...of, tree: openTree(sealed, of, dataKey) })
  }
  return opened
}

const nameOf = ({ owner, transferId, part, version }: PartRef): string =>
  [owner, transferId, part, version].join(' ')

/** What is sealed of parts, by their names. */
async function findTrees(
  tx: TransactionsTx,
  parts: readonly PartRef[],
): Promise<ReadonlyMap<string, SealedTree>> {
  if (parts.length === 0) return new Map()
  const { rows } = await sql<PartRef & { tree: unknown }>`
    select p.owner_did as owner, p.transfer_id as "transferId", p.part, p.version, p.tree
    from transactions.part p join unnest(${parts.map(({ owner }) => owner)}::text[],
        ${parts.map(({ transferId }) => transferId)}::uuid[], ${parts.map(({ part }) => part)}::text[],
        ${parts.map(({ version }) => version)}::int[]) as one (owner, id, part, version)
      on p.owner_did = one.owner and p.transfer_id = one.id and p.part = one.part
        and p.version = one.version`.execute(tx)
  // sealParts wrote them. What is no sealed tree does not open.
  return new Map(rows.map(({ tree, ...of }) => [nameOf(of), tree as SealedTree]))
}

/** The company's private keys by number, each opened once. */
export function privateKeys(tx: TransactionsTx, company: string, vault: Vault) {
  const known = new Map<number, KeyObject>()
  return async (no: number): Promise<KeyObject> => {
    const key = known.get(no) ?? (await openPrivateKey(tx, company, no, vault))
    known.set(no, key)
    return key
  }
}

export const partOf = (part: string): PartId['part'] => {
  if (part === 'ORIGINATOR' || part === 'BENEFICIARY' || part === 'COMMENTS') return part
  throw new Error(`No such part: ${part}`)
}

const boxedOf = (row: Awaited<ReturnType<typeof heldKeys>>[number]): BoxedPart => ({
  owner: row.owner_did,
  transferId: row.transfer_id,
  part: partOf(row.part),
  version: row.version,
  keyNo: row.key_no,
  box: row.box,
})

/** The boxes of a company to the parts of transfers, older versions first. */
const heldKeys = (tx: TransactionsTx, company: string, ids: readonly string[]) =>
  tx
    .selectFrom('transactions.sealed_key')
    .selectAll()
    .where('vasp_did', '=', company)
    .where(sql<boolean>`transfer_id = any(${[...ids]}::uuid[])`)
    .orderBy('transfer_id')
    .orderBy('owner_did')
    .orderBy('part')
    .orderBy('version')
    .execute()

/** The originator may have what the beneficiary supplies; the beneficiary, once it confirmed or began it. */
async function mayReceive(
  tx: TransactionsTx,
  owner: string,
  holder: string,
  transferId: string,
): Promise<boolean> {
  const transfer = await tx
    .selectFrom('transactions.transfer')
    .select(['originator_did', 'beneficiary_did', 'acked_at', 'by_beneficiary'])
    .where('id', '=', transferId)
    .executeTakeFirst()
  if (!transfer) return false
  const { originator_did: originator, beneficiary_did: beneficiary } = transfer
  if (owner === beneficiary) return holder === originator
  if (owner !== originator || holder !== beneficiary) return false
  return transfer.acked_at !== null || transfer.by_beneficiary
}

/** The key of a part, sealed to somebody. */
type Box = { readonly id: PartId; readonly box: Buffer }
type Sealed = {
  readonly holder: string
  readonly owner: string
  readonly keyNo: number
  readonly at: Date
}

/** Boxes for one holder; those that it has are left as they are. */
const newBoxes = (
  tx: TransactionsTx,
  { holder, owner, keyNo, at }: Sealed,
  boxes: readonly Box[],
) =>
  tx
    .insertInto('transactions.sealed_key')
    .values(
      boxes.map(({ id, box }) => ({
        vasp_did: holder,
        owner_did: owner,
        transfer_id: id.transferId,
        part: id.part,
        version: id.version,
        key_no: keyNo,
        box,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
