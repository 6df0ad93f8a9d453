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

/** Where documents are kept. Keys are made by us and mean nothing to a file system. */
export type DocumentStorage = {
  put(key: string, file: ReadyFile): Promise<void>
  /** The bytes, or undefined when there is nothing under this key. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes what is there; what is not there is no error. */
  remove(key: string): Promise<void>
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
