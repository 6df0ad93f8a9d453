import type { CompanyKey } from './company-key.store.ts'
import { dataKeySealer, newDataKey } from './data-key.ts'
import { sealTree } from './leaf.ts'
import type { PlainPart } from './part-key.store.ts'

/** Who can open a part, by their own key. */
export type Holder = { readonly did: string; readonly key: CompanyKey }

/**
 * The rows of parts that are sealed to some companies at once, to be added in the transaction of their owner. For
 * many transfers: `sealParts` and `releaseParts` do the same for one.
 */
export const sealedRows = (
  transferId: string,
  parts: readonly PlainPart[],
  owner: string,
  holders: readonly Holder[],
  at: Date,
) => {
  const sealers = holders.map(({ did, key }) => ({
    did,
    keyNo: key.no,
    seal: dataKeySealer({ did, keyNo: key.no }, key.publicKey),
  }))
  return parts.map(({ part, tree, fields }) => {
    const id = { transferId, part, version: 1 }
    const dataKey = newDataKey()
    const about = { owner_did: owner, transfer_id: transferId, part, version: 1, created_at: at }
    return {
      part: { ...about, tree: JSON.stringify(sealTree(tree, id, dataKey)), fields: [...fields] },
      keys: sealers.map(({ did, keyNo, seal }) => ({
        ...about,
        vasp_did: did,
        key_no: keyNo,
        box: seal(dataKey, id),
      })),
    }
  })
}
