import { everyMinute } from '@countersign/kit/every-minute'
import { failpoint } from '@countersign/kit/failpoint'
import * as z from 'zod/mini'
import { type PersonIn, putCustomers, removeCustomers } from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import { addAddresses, removeOtherAddresses, type Worked } from './address-page.store.ts'
import { takeCustomers, takeOtherCustomers } from './customer-page.store.ts'
import { openLine } from './line-box.ts'
import {
  changeUpload,
  findBusy,
  findWork,
  keyOf,
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

/** Lines in one transaction; those of customers are sealed one by one. */
const pageOf = { ADDRESSES: 5_000, CUSTOMERS: 2_000 }
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
    const place = await removeLines(tx, upload, pageOf.ADDRESSES)
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
  const limit = pageOf[upload.kind]
  if (upload.kind === 'ADDRESSES')
    return upload.step === 'LINES'
      ? addAddresses(tx, upload, at, limit)
      : removeOtherAddresses(tx, upload, limit)
  return upload.step === 'LINES'
    ? addCustomers(deps, tx, upload, at, limit)
    : removeOtherCustomers(tx, upload, limit)
}

const Line = z.object({
  person: z.object({
    tree: z.custom<PersonIn['tree']>((tree) => typeof tree === 'object'),
    kind: z.enum(['NATURAL', 'LEGAL']),
    country: z.nullable(z.string()),
  }),
  tags: z.array(z.string()),
})

async function addCustomers(
  deps: WorkDeps,
  tx: TransactionsTx,
  upload: StoredUpload,
  at: Date,
  limit: number,
): Promise<Worked> {
  const key = keyOf(deps.vault, upload)
  if (!key) throw new Error(`The key of upload ${upload.id} is gone`)
  const lines = await takeCustomers(tx, upload, limit)
  const given = lines.map(({ ref, sealed }) => {
    const { person, tags } = Line.parse(JSON.parse(openLine(key, ref, sealed)))
    return { ref, person, tags }
  })
  await putCustomers({ tx, deps, company: upload.vasp_did, at }, given)
  return { done: lines.length, place: lines.at(-1)?.ref ?? null }
}

async function removeOtherCustomers(
  tx: TransactionsTx,
  upload: StoredUpload,
  limit: number,
): Promise<Worked> {
  const { keys, ...worked } = await takeOtherCustomers(tx, upload, limit)
  await removeCustomers(tx, upload.vasp_did, keys)
  return worked
}
