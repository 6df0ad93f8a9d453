import { type KeyObject, randomBytes } from 'node:crypto'
import { open, seal } from './hpke.ts'

/** Bytes of a sealed data key: HPKE's encapsulated key (32), the key itself (32) and its tag (16). */
export const boxLength = 80

/** One version of one part of a transfer's personal data. */
export type PartId = {
  readonly transferId: string
  readonly part: 'ORIGINATOR' | 'BENEFICIARY' | 'COMMENTS'
  readonly version: number
}

/** What has a data key of its own: a part of a transfer, or a customer's data under the customer's key. */
export type SealedId = Pick<PartId, 'transferId' | 'version'> & {
  readonly part: PartId['part'] | 'CUSTOMER'
}

/** A company's key, and its number among that company's keys. */
export type Holder = { readonly did: string; readonly keyNo: number }

const info = Buffer.from('countersign transfer key v1')

const bindingOf = ({ transferId, part, version }: SealedId, { did, keyNo }: Holder) => ({
  info,
  aad: Buffer.from([transferId, part, version, did, keyNo].join('|')),
})

/** A new data key: 32 random bytes. */
export const newDataKey = (): Buffer => randomBytes(32)

/**
 * Seals a part's data key to one company, which alone can open it, and for this part alone.
 * @param publicKey the company's raw X25519 key
 */
export const sealDataKey = (
  dataKey: Uint8Array,
  part: SealedId,
  holder: Holder,
  publicKey: Uint8Array,
): Buffer => seal(publicKey, dataKey, bindingOf(part, holder))

/** @throws when the box is another company's, another part's, or was altered */
export const openDataKey = (
  box: Uint8Array,
  part: SealedId,
  holder: Holder,
  privateKey: KeyObject,
): Buffer => open(privateKey, box, bindingOf(part, holder))
