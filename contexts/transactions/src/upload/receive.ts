import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { IncomingFile } from '@countersign/contracts'
import type { Upload, UploadKind, UploadMode } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { networkKey } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { stagePage } from './add-customers.ts'
import { addressColumns, readAddressLine } from './address-line.ts'
import { countKept, countOwn, type Staged, stageAddresses } from './address-page.store.ts'
import { customerColumns, readCustomerLine } from './customer-line.ts'
import { countOtherCustomers } from './customer-page.store.ts'
import { readPages } from './file.ts'
import { noSuchUpload, shown } from './shown.ts'
import {
  addCounts,
  addUpload,
  changeUpload,
  findUpload,
  lockUpload,
  type Problem,
  type StoredUpload,
} from './upload.store.ts'

/** What receiving needs of the world. */
type ReceiveDeps = Pick<TransactionsDeps, 'database' | 'clock' | 'vault' | 'peopleOf'>
type Calling = Call<ReceiveDeps, Caller>
type New = { readonly kind: UploadKind; readonly mode: UploadMode; readonly file: IncomingFile }
/** A page of a file as it was read: how to keep it, and the lines that are rejected already. */
type ReadPage = {
  readonly stage: (tx: TransactionsTx, upload: StoredUpload) => Promise<Staged>
  readonly problems: Problem[]
}

/** Lines in one transaction. */
const pageSize = 5_000

/**
 * Reads a file as it arrives, in constant memory, and previews what it would change. Nothing else is stored.
 * @throws 409 while another one of its kind is under way, 413, 422 for what is no such file
 */
export async function receive(
  { deps, caller, actor, at }: Calling,
  company: string,
  { kind, mode, file }: New,
): Promise<Upload> {
  const { withTenant } = deps.database
  const made = { vasp_did: company, id: newId('upl', at.getTime()), kind, mode }
  const key = createSecretKey(randomBytes(32))
  const isAdded = await withTenant(company, (tx) =>
    addUpload(tx, deps.vault, {
      ...made,
      file_name: file.name.replaceAll(/\p{C}/gu, '').slice(0, 200),
      by_did: caller.viewer.did,
      created_at: at,
      key,
    }),
  )
  if (!isAdded) throw fail('conflict', 'Confirm or cancel the upload that is under way first')
  try {
    await readAll(deps, made, pagesOf(file, kind, await networkKey(deps), key, at))
  } catch (error) {
    await withTenant(company, (tx) =>
      changeUpload(tx, made, { state: 'CANCELLED', sealed_key: null, ended_at: at }),
    )
    throw error
  }
  return withTenant(company, async (tx) => {
    const row = await lockUpload(tx, made)
    if (row?.state !== 'READING') throw cancelled()
    const removed = mode === 'ADD' ? 0 : await countRemoved(tx, row)
    await changeUpload(tx, made, { state: 'READY', removed, updated_at: new Date(deps.clock()) })
    await audit(tx, actor, at, {
      company,
      action: kind === 'ADDRESSES' ? 'address.uploadList' : 'customer.upload',
      object: made.id,
      detail: { mode, new: row.fresh, changed: row.changed, removed, rejected: row.rejected },
    })
    const ready = await findUpload(tx, company, made.id)
    if (!ready) throw noSuchUpload()
    return shown({ tx, company, deps }, ready)
  })
}

const cancelled = () => fail('conflict', 'The upload was cancelled')

const countRemoved = async (tx: TransactionsTx, upload: StoredUpload): Promise<number> =>
  upload.kind === 'CUSTOMERS'
    ? countOtherCustomers(tx, upload)
    : (await countOwn(tx, upload.vasp_did)) - (await countKept(tx, upload))

/** While a page is stored the next one is read, and no more than that. */
async function readAll(
  deps: ReceiveDeps,
  which: Pick<StoredUpload, 'vasp_did' | 'id'>,
  pages: AsyncGenerator<ReadPage>,
): Promise<void> {
  const store = ({ stage, problems }: ReadPage) =>
    deps.database.withTenant(which.vasp_did, async (tx) => {
      const upload = await lockUpload(tx, which)
      if (upload?.state !== 'READING') throw cancelled()
      const staged = await stage(tx, upload)
      const all = [...problems, ...staged.problems]
      await addCounts(tx, which, staged, all, new Date(deps.clock()))
    })
  let storing: Promise<void> = Promise.resolve()
  for await (const page of pages) {
    await storing
    storing = store(page)
    // Whoever waits for it hears of it.
    storing.catch(() => undefined)
  }
  await storing
}

async function* pagesOf(
  { bytes }: IncomingFile,
  kind: UploadKind,
  pepper: Uint8Array,
  key: KeyObject,
  at: Date,
): AsyncGenerator<ReadPage> {
  if (kind === 'ADDRESSES')
    for await (const lines of readPages(bytes, addressColumns, pageSize)) {
      const { good, problems } = await sorted(lines, (line) => readAddressLine(line, pepper))
      yield { problems, stage: (tx, upload) => stageAddresses(tx, upload, good) }
    }
  else
    for await (const lines of readPages(bytes, customerColumns, pageSize)) {
      const { good, problems } = await sorted(lines, (line) => readCustomerLine(line, at))
      yield { problems, stage: (tx, upload) => stagePage(tx, upload, key, good) }
    }
}

/** So many lines are read before other requests have their turn. */
const slice = 250

async function sorted<
  L extends { readonly line: number; readonly fault?: string },
  T extends object,
>(lines: readonly L[], read: (line: L) => T | string): Promise<{ good: T[]; problems: Problem[] }> {
  const good: T[] = []
  const problems: Problem[] = []
  for (const [n, line] of lines.entries()) {
    if (n % slice === slice - 1) await setImmediate()
    const found = line.fault ?? read(line)
    if (typeof found === 'string') problems.push({ line: line.line, reason: found })
    else good.push(found)
  }
  return { good, problems }
}
