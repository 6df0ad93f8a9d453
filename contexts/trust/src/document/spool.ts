import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IncomingFile } from '@countersign/contracts'
import { invalid } from '@countersign/kit/errors'
import { refusalOfContent } from './inspect.ts'
import type { ReadyFile } from './storage.ts'
import { headBytes, judgeFile, tailBytes } from './type.rules.ts'

/** A received file, judged; `remove` takes it away if it was not moved. */
export type SpooledFile = ReadyFile & { readonly remove: () => Promise<void> }

/**
 * Receives a file into a folder of ours, under a name that only we know.
 * @throws 422 for what it must not be; whatever throws, nothing is left behind
 */
export async function spool(folder: string, file: IncomingFile): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  const remove = () => rm(path, { force: true })
  try {
    const { size, sha256, head, tail } = await write(path, file.bytes)
    if (size === 0) throw invalid(['body', 'file'], 'The file is empty')
    const judged = judgeFile({ name: file.name, mediaType: file.mediaType, head, tail })
    if ('refusal' in judged) throw invalid(['body', 'file'], judged.refusal, 'file_type')
    const refusal = judged.mediaType.startsWith('application/')
      ? await refusalOfContent(path, judged.mediaType)
      : undefined
    if (refusal !== undefined) throw invalid(['body', 'file'], refusal, 'file_active')
    return { path, size, sha256, mediaType: judged.mediaType, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>) {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let head: Uint8Array = Buffer.alloc(0)
  let tail: Uint8Array = Buffer.alloc(0)
  try {
    for await (const chunk of bytes) {
      await handle.appendFile(chunk)
      hash.update(chunk)
      size += chunk.length
      if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
      tail = Buffer.concat([tail, chunk]).subarray(-tailBytes)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, sha256: hash.digest(), head, tail }
}
