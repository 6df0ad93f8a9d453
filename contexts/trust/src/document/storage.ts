import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file that lies ready on our own disk; putting it somewhere may move it. */
export type ReadyFile = {
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
  readonly mediaType: string
}

/** A file that is to be sent, as its sender describes it. */
export type ExpectedFile = Omit<ReadyFile, 'path'>

/** How browsers reach files without us. The addresses are secrets that end by themselves. */
export type DirectAccess = {
  /** Where exactly this file can be sent with a PUT, and the headers that it must bear. */
  upload(
    key: string,
    file: ExpectedFile,
    seconds: number,
  ): Promise<{ url: string; headers: Readonly<Record<string, string>> }>
  /** Where a file can be read under this name, or undefined when there is nothing under this key. */
  download(
    key: string,
    file: { readonly name: string; readonly mediaType: string },
    seconds: number,
  ): Promise<string | undefined>
}

/** Where documents are kept. Keys are made by us and mean nothing to a file system. */
export type DocumentStorage = {
  put(key: string, file: ReadyFile): Promise<void>
  /** The bytes, or undefined when there is nothing under this key. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes what is there; what is not there is no error. */
  remove(key: string): Promise<void>
  /** Absent where every file passes through us. */
  readonly direct?: DirectAccess
}

/**
 * Documents in a folder. A file's name is the hash of its key, so no key can lead elsewhere. It
 * appears under its name when it is whole.
 */
export function folderStorage(folder: string): DocumentStorage {
  const pathOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(folder, hash.slice(0, 2), hash)
  }
  return {
    put: async (key, file) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(file.path, path)
      await synced(dirname(path))
    },
    get: async (key) => {
      const file = await open(pathOf(key)).catch(unlessAbsent)
      return file?.createReadStream()
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** A renamed file is there after a power cut only when its folder was written too. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const unlessAbsent = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
