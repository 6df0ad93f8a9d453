import type { KeyObject } from 'node:crypto'
import type { Vault } from '@countersign/kit/vault'
import type { TransactionsTx } from '../tables.ts'
import { type CompanyKey, openPrivateKey } from './company-key.store.ts'
import { dataKeySealer, newDataKey, openDataKey } from './data-key.ts'
import { openTree, type SealedTree, type Tree } from './leaf.ts'
import { isWhole, openPlain, openWhole, type Plain, sealWhole, type Whole } from './whole.ts'

/** A customer's data as it is stored: sealed as one (before: leaf by leaf), its key sealed to the company. */
export type OwnSealed = {
  readonly tree: Whole | SealedTree
  readonly box: Buffer
  readonly keyNo: number
}

const idOf = (customerKey: string, version: number) => ({
  transferId: customerKey,
  part: 'CUSTOMER' as const,
  version,
})

/** Which version of which customer's data. */
type Sealed = { readonly key: string; readonly version: number }

/** Seals data of one customer. */
export type OwnSealer = (customer: Sealed, data: Plain) => OwnSealed

/** What seals data of a company's customers, which the company alone can open. */
export function ownSealer({ no, publicKey }: CompanyKey, company: string): OwnSealer {
  const seal = dataKeySealer({ did: company, keyNo: no }, publicKey)
  return ({ key, version }, data) => {
    const dataKey = newDataKey()
    const id = idOf(key, version)
    return { tree: sealWhole(data, id, dataKey), box: seal(dataKey, id), keyNo: no }
  }
}

/** Seals data of a customer before its data key is sealed to the company: files wait to be confirmed. */
export function sealAhead({ key, version }: Sealed, data: Plain): { tree: Whole; dataKey: Buffer } {
  const dataKey = newDataKey()
  return { tree: sealWhole(data, idOf(key, version), dataKey), dataKey }
}

/** @throws when it was altered, or is another's */
export const openAhead = ({ key, version }: Sealed, tree: Whole, dataKey: Uint8Array): Plain =>
  openPlain(tree, idOf(key, version), dataKey)

/** What makes the boxes of what `sealAhead` sealed, each of `numberedLength` bytes. */
export function boxesOf({ no, publicKey }: CompanyKey, company: string) {
  const seal = dataKeySealer({ did: company, keyNo: no }, publicKey)
  return ({ key, version }: Sealed, dataKey: Buffer): Buffer => seal(dataKey, idOf(key, version))
}

/** Opens what `ownSealer` sealed. For people, note the view first. @throws when it was altered, or is another's */
export async function openOwn(
  tx: TransactionsTx,
  vault: Vault,
  company: string,
  { key, version }: Sealed,
  { tree, box, keyNo }: OwnSealed,
): Promise<Tree> {
  const id = idOf(key, version)
  const privateKey = await openPrivateKey(tx, company, keyNo, vault)
  const dataKey = openDataKey(box, id, { did: company, keyNo }, privateKey)
  return isWhole(tree) ? openWhole(tree, id, dataKey) : openTree(tree, id, dataKey)
}

/** Seals the data keys of customers that an older key of the company sealed to its current one. @returns how many */
export async function renewOwn(
  tx: TransactionsTx,
  company: string,
  current: CompanyKey,
  privateKey: (no: number) => Promise<KeyObject>,
  limit: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('transactions.customer')
    .select(['ref', 'customer_key', 'version', 'box', 'key_no'])
    .where('vasp_did', '=', company)
    .where('key_no', '<', current.no)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const seal = dataKeySealer({ did: company, keyNo: current.no }, current.publicKey)
  for (const { ref, customer_key: key, version, box, key_no: keyNo } of rows) {
    if (box === null || keyNo === null) continue
    const id = idOf(key, version)
    const dataKey = openDataKey(box, id, { did: company, keyNo }, await privateKey(keyNo))
    await tx
      .updateTable('transactions.customer')
      .set({
        key_no: current.no,
        box: seal(dataKey, id),
      })
      .where('vasp_did', '=', company)
      .where('ref', '=', ref)
      .execute()
  }
  return rows.length
}
