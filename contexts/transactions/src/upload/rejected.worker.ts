import { everyMinute } from '@countersign/kit/every-minute'
import { changeUpload, findPast, lockUpload, removeProblems } from './upload.store.ts'
import type { UploadDeps } from './work.worker.ts'

/** Uploads that one round looks at. */
const maxUploads = 100
/** Rejected lines in one transaction. */
const pageSize = 10_000
/** Between two rounds: lines have days, not seconds. */
const pauseMs = 600_000

/**
 * Deletes rejected lines whose time is over, a page of lines in each transaction.
 * @returns of how many uploads
 */
export async function forgetRejected(
  { deps, relay }: UploadDeps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const now = new Date(deps.clock())
  let ended = 0
  for (const upload of await relay.withNobody((tx) => findPast(tx, now, maxUploads)))
    try {
      let isDone = false
      while (!isDone && !isStopped())
        isDone = await deps.database.withTenant(upload.vasp_did, async (tx) => {
          await lockUpload(tx, upload)
          if ((await removeProblems(tx, upload, pageSize)) > 0) return false
          await changeUpload(tx, upload, { rejected_until: null })
          return true
        })
      if (isDone) ended++
    } catch (error) {
      deps.log.warn({ event: 'upload_failed', err: error })
    }
  return ended
}

/** Deletes rejected lines whose time is over until stopped. */
export function startForgettingRejected(uploads: UploadDeps): { stop(): Promise<void> } {
  let isStopped = false
  const rounds = everyMinute(
    async () => {
      while (!isStopped && (await forgetRejected(uploads, () => isStopped)) === maxUploads);
    },
    (error) => uploads.deps.log.warn({ event: 'upload_failed', err: error }),
    pauseMs,
  )
  return {
    stop: () => {
      isStopped = true
      return rounds.stop()
    },
  }
}
