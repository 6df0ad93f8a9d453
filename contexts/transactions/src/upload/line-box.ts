import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { draw } from '../sealing/index.ts'

const nonceLength = 12
const tagLength = 16

/** Seals a line of a file under the upload's own key, for its place alone. */
export function sealLine(key: KeyObject, place: string, text: string): Buffer {
  const nonce = draw(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws when it was altered, or belongs elsewhere */
export function openLine(key: KeyObject, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagLength))
  return (
    decipher.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') +
    decipher.final('utf8')
  )
}
