import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { draw } from '../sealing/index.ts'

const nonceLength = 12
const tagLength = 16
/** Bytes of a data key that is sealed under an upload's key: nonce, key and tag. */
export const keyBoxLength = nonceLength + 32 + tagLength

/** Seals the data key of a line's customer under the upload's own key, for its place alone. */
export function sealKey(key: KeyObject, place: string, dataKey: Buffer): Buffer {
  const nonce = draw(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was altered, or belongs elsewhere */
export function openKey(key: KeyObject, place: string, box: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(box.subarray(-tagLength))
  return Buffer.concat([decipher.update(box.subarray(nonceLength, -tagLength)), decipher.final()])
}
