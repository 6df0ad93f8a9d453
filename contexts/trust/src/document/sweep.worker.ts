import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { everyMinute } from '@countersign/kit/every-minute'
import type { Logger } from '@countersign/kit/log'
import type { TrustDatabase } from '../tables.ts'
import { takeLooseFiles } from './loose-file.store.ts'
import type { DocumentStorage } from './storage.ts'

/** What the sweep needs of the world. */
export type SweepDeps = {
  /** Connected as countersign_relay. */
  readonly database: TrustDatabase
  readonly documents: { readonly storage: DocumentStorage; readonly spoolFolder: string }
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly log: Logger
}

/** How old a file must be that nobody names: an upload never takes as long. */
export const looseMs = 3_600_000
/** Files in one go, so that a sweep is over soon and holds no lock for long. */
const batch = 20

/**
 * Removes files that were stored but never named, files of deleted documents, and what was received
 * but never judged. @returns how many
 */
export async function sweepFiles({ database, documents, clock }: SweepDeps): Promise<number> {
  const before = new Date(clock() - looseMs)
  // The rows go with the files: where storage is away, both stay for the next sweep.
  const stored = await database.withNobody(async (tx) => {
    const keys = await takeLooseFiles(tx, before, batch)
    for (const key of keys) await documents.storage.remove(key)
    return keys.length
  })
  return stored + (await sweepFolder(documents.spoolFolder, before))
}

async function sweepFolder(folder: string, before: Date): Promise<number> {
  const found = await opendir(folder).catch(unlessAbsent)
  if (!found) return 0
  let removed = 0
  for await (const { name } of found) {
    if (removed >= batch) break
    const path = join(folder, name)
    const file = await stat(path).catch(unlessAbsent)
    if (!file?.isFile() || file.mtime >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

const unlessAbsent = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** Sweeps every minute until stopped. */
export const startSweep = (deps: SweepDeps) =>
  everyMinute(
    async () => {
      const removed = await sweepFiles(deps)
      if (removed > 0) deps.log.info({ event: 'files_swept', count: removed })
    },
    (error) => deps.log.warn({ event: 'sweep_failed', err: error }),
  )
