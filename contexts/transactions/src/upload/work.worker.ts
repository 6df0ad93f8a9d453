import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import { removeCustomers } from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import { addCustomers } from './add-customers.ts'
import { addAddresses, removeOtherAddresses, type Worked } from './address-page.store.ts'
import { takeOtherCustomers } from './customer-page.store.ts'
import {
  changeUpload,
  findBusy,
  findWork,
  lockUpload,
  removeLines,
  type StoredUpload,
} from './upload.store.ts'

type WorkDeps = Pick<TransactionsDeps, 'database' | 'clock' | 'vault' | 'log'>

/** What the worker needs of the world. */
export type UploadDeps = {
  readonly deps: WorkDeps
  /** Connected as countersign_relay, which sees which companies have an upload to go on with and nothing else. */
  readonly relay: TransactionsDatabase
}

/** Lines in one transaction. */
const pageSize = 5_000
const maxCompanies = 100
/** A preview that nobody confirms is cancelled after a day, with the lines that it keeps. */
const previewMs = 86_400_000
/** Between two rounds, in milliseconds. */
const pauseMs = 250

/**
 * Does a page of each upload that is under way. The page and the place where it ends are one transaction: whoever
 * dies in the middle has done none of it, and the next one begins there.
 * @returns how many pages were done
 */
export async function workOnUploads({ deps, relay }: UploadDeps): Promise<number> {
  const now = new Date(deps.clock())
  const stale = new Date(now.getTime() - previewMs)
  let worked = 0
  for (const company of await relay.withNobody((tx) => findBusy(tx, stale, maxCompanies)))
    for (const next of await deps.database.withTenant(company, (tx) =>
      findWork(tx, company, stale),
    ))
      try {
        await deps.database.withTenant(company, (tx) => goOn(deps, tx, next, now))
        worked++
      } catch (error) {
        deps.log.warn({ event: 'upload_failed', err: error })
      }
  return worked
}

/** Works on uploads until stopped: without a pause, as long as there is something to do. */
export function startUploads(uploads: UploadDeps): { stop(): Promise<void> } {
  let isStopped = false
  const work = everyMinute(
    async () => {
      while (!isStopped && (await workOnUploads(uploads)) > 0);
    },
    (error) => uploads.deps.log.warn({ event: 'upload_failed', err: error }),
    pauseMs,
  )
  return {
    stop: () => {
      isStopped = true
      return work.stop()
    },
  }
}

async function goOn(
  deps: WorkDeps,
  tx: TransactionsTx,
  which: StoredUpload,
  at: Date,
): Promise<void> {
  // Held, so that a cancellation is known before the next page and no other worker does the same one.
  const upload = await lockUpload(tx, which)
  if (!upload?.has_lines) return
  if (upload.state === 'READING' || upload.state === 'READY')
    return void (await changeUpload(tx, upload, {
      state: 'CANCELLED',
      place: '',
      sealed_key: null,
      ended_at: at,
    }))
  if (upload.state !== 'RUNNING') {
    const place = await removeLines(tx, upload, pageSize)
    return void (await changeUpload(tx, upload, place === null ? { has_lines: false } : { place }))
  }
  const { done, place } = await page(deps, tx, upload, at)
  failpoint('before-upload-commit')
  const change = { done: upload.done + done, updated_at: at }
  if (place !== null) return void (await changeUpload(tx, upload, { ...change, place }))
  await (upload.step === 'LINES' && upload.mode === 'REPLACE'
    ? changeUpload(tx, upload, { ...change, step: 'REMOVAL', place: '' })
    : changeUpload(tx, upload, {
        ...change,
        state: 'DONE',
        place: '',
        sealed_key: null,
        ended_at: at,
      }))
}

function page(deps: WorkDeps, tx: TransactionsTx, upload: StoredUpload, at: Date): Promise<Worked> {
  if (upload.kind === 'ADDRESSES')
    return upload.step === 'LINES'
      ? addAddresses(tx, upload, at, pageSize)
      : removeOtherAddresses(tx, upload, pageSize)
  return upload.step === 'LINES'
    ? addCustomers(deps, tx, upload, at, pageSize)
    : removeOtherCustomers(tx, upload)
}

async function removeOtherCustomers(tx: TransactionsTx, upload: StoredUpload): Promise<Worked> {
  const { keys, ...worked } = await takeOtherCustomers(tx, upload, pageSize)
  await removeCustomers(tx, upload.vasp_did, keys)
  return worked
}
