import type { KeyObject } from 'node:crypto'
import { draw } from './draw.ts'
import { open, seal, senderTo } from './hpke.ts'

/** Bytes of a sealed data key: HPKE's encapsulated key (32), the key itself (32) and its tag (16). */
export const boxLength = 80
/** One of several that were sealed at once: after the encapsulated key stands its number (4). */
export const numberedLength = 84
const numberAt = 32

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
export const newDataKey = (): Buffer => draw(32)

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

/**
 * Seals many data keys to one company: they share the agreement on a key, which takes nearly all of the time, and
 * nothing else. Each is random, and sealed for its part alone: without its own box nothing opens it.
 */
export function dataKeySealer(holder: Holder, publicKey: Uint8Array) {
  const sender = senderTo(publicKey, info)
  let no = 0
  return (dataKey: Uint8Array, part: SealedId): Buffer => {
    const number = Buffer.alloc(numberedLength - boxLength)
    number.writeUInt32BE(no++)
    const sealed = sender.sealNext(dataKey, bindingOf(part, holder).aad)
    return Buffer.concat([sender.enc, number, sealed])
  }
}

/** @throws when the box is another company's, another part's, or was altered */
export function openDataKey(
  box: Uint8Array,
  part: SealedId,
  holder: Holder,
  privateKey: KeyObject,
): Buffer {
  const binding = bindingOf(part, holder)
  if (box.length !== numberedLength) return open(privateKey, box, binding)
  const numbered = Buffer.from(box)
  const [enc, rest] = [numbered.subarray(0, numberAt), numbered.subarray(numberAt + 4)]
  return open(privateKey, Buffer.concat([enc, rest]), binding, numbered.readUInt32BE(numberAt))
}
