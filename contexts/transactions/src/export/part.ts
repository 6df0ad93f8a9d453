import { createCipheriv, createDecipheriv, createHash, type Hash, randomBytes } from 'node:crypto'
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

/** What is written of a part. */
export type Written = Pick<Part, 'bytes' | 'sha256'>

/**
 * A part of an export that grows text by text. Each is compressed while the next is being made, so at most two are in
 * memory as they are.
 * @param whole the hash of the file up to here
 */
export function growPart(key: Buffer, which: Which, part: number, whole: Hash | undefined) {
  const hash = createHash('sha256')
  const packed: Buffer[] = []
  let bytes = 0
  let last: Promise<unknown> | undefined
  return {
    async add(text: string): Promise<void> {
      await last
      const plain = Buffer.from(text)
      bytes += plain.length
      hash.update(plain)
      whole?.update(plain)
      // Members of gzip that stand behind each other are one file. The first level packs thrice as fast as the sixth.
      last = promisify(gzip)(plain, { level: 1 }).then((member) => packed.push(member))
      // Whoever waits for it hears of a failure.
      last.catch(() => undefined)
    },
    /**
     * Keeps it: sealed under the export's own key, for this place alone. One of the same number that was never noted
     * is overwritten. @returns its bytes as they will be downloaded, and their SHA-256
     */
    async keep(files: Files): Promise<Written> {
      await last
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(which, part))
      const sealed = packed.map((member) => cipher.update(member))
      await files.put(
        pathOf(which, part),
        Buffer.concat([nonce, ...sealed, cipher.final(), cipher.getAuthTag()]),
      )
      return { bytes, sha256: hash.digest() }
    },
  }
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
