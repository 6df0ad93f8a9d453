import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Files } from '../deps.ts'
import type { Export, Part } from './export.store.ts'

const nonceLength = 12
const tagLength = 16

type Which = Pick<Export, 'vasp_did' | 'id'>

/** Where a part of an export is kept. */
export const pathOf = ({ vasp_did, id }: Which, part: number): string =>
  `exports/${vasp_did}/${id}/${part}`

const boundTo = (which: Which, part: number) => Buffer.from(pathOf(which, part))

/**
 * Keeps a part of an export: compressed, then sealed under the export's own key, for this place alone.
 * One of the same number that was never noted is overwritten.
 * @returns its bytes as they will be downloaded, and their SHA-256
 */
export async function writePart(
  files: Files,
  key: Buffer,
  which: Which,
  part: number,
  text: string,
): Promise<Pick<Part, 'bytes' | 'sha256'>> {
  const plain = Buffer.from(text)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(which, part))
  const packed = await promisify(gzip)(plain)
  const sealed = Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  await files.put(pathOf(which, part), sealed)
  return { bytes: plain.length, sha256: createHash('sha256').update(plain).digest() }
}

/** The bytes of an export, part by part. @throws when a part is missing, or was altered */
export async function* readParts(
  files: Files,
  key: Buffer,
  which: Which,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const { part } of parts) {
    const stored = await files.get(pathOf(which, part))
    if (!stored) throw new Error(`Part ${part} of export ${which.id} is missing`)
    const sealed = Buffer.concat(await Array.fromAsync(stored))
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
      .setAAD(boundTo(which, part))
      .setAuthTag(sealed.subarray(-tagLength))
    const packed = decipher.update(sealed.subarray(nonceLength, -tagLength))
    yield await promisify(gunzip)(Buffer.concat([packed, decipher.final()]))
  }
}
