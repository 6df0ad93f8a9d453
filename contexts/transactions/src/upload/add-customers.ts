import type { KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fail } from '@countersign/kit/errors'
import {
  type CustomerVersion,
  findVersions,
  type GivenCustomer,
  putCustomers,
} from '../customer/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { boxesOf, ensureKey, openAhead, sealAhead } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import type { Staged, Worked } from './address-page.store.ts'
import type { CustomerLine } from './customer-line.ts'
import {
  findStaged,
  registerAsSealed,
  type SealedLine,
  type StagedCustomer,
  type StagedKey,
  stageCustomers,
  takeCustomers,
} from './customer-page.store.ts'
import { openKey, sealKey } from './key-box.ts'
import { keyOf, type StoredUpload, type Which } from './upload.store.ts'

type Deps = Pick<TransactionsDeps, 'vault'>

const refsOf = (lines: readonly { readonly ref: string }[]) => lines.map(({ ref }) => ref)

/** So many are sealed while the database stores as many before them. */
const bunch = 500

/** Seals a page of a file as it will be stored, and keeps it for the preview. */
export async function stagePage(
  tx: TransactionsTx,
  upload: Which,
  key: KeyObject,
  lines: readonly CustomerLine[],
): Promise<Staged> {
  const known = await findVersions(tx, upload.vasp_did, refsOf(lines))
  const staged: Promise<Staged>[] = []
  for (let from = 0; from < lines.length; from += bunch) {
    const sealed = lines
      .slice(from, from + bunch)
      .map((line) => sealLine(key, line, known.get(line.ref)))
    await staged.at(-1)
    staged.push(stageCustomers(tx, upload, sealed))
    // Whoever waits for it hears of a failure. It is sent before the next ones are sealed.
    staged.at(-1)?.catch(() => undefined)
    await setImmediate()
  }
  const all = await Promise.all(staged)
  const sum = (of: (one: Staged) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    fresh: sum(({ fresh }) => fresh),
    changed: sum(({ changed }) => changed),
    present: 0,
    problems: all.flatMap(({ problems }) => problems),
  }
}

/** Whose key of the company opens it is said once it is registered: until then the upload's does. */
function sealLine(
  key: KeyObject,
  { line, ref, person, tags }: CustomerLine,
  known?: CustomerVersion,
): SealedLine {
  const sealed = {
    key: known?.key ?? crypto.randomUUID(),
    version: (known?.version ?? 0) + 1,
  }
  const { tree, dataKey } = sealAhead(sealed, person.data)
  return {
    line,
    ref,
    effect: known?.isSealed ? 'CHANGED' : 'NEW',
    key: sealed.key,
    version: sealed.version,
    kind: person.kind,
    country: person.country,
    tags,
    tree,
    dataKey: sealKey(key, ref, dataKey),
  }
}

/** Registers a page of customers of a file, or replaces what is known of them. */
export async function addCustomers(
  deps: Deps,
  tx: TransactionsTx,
  upload: StoredUpload,
  at: Date,
  limit: number,
): Promise<Worked> {
  const key = keyOf(deps.vault, upload)
  if (!key) throw new Error(`The key of upload ${upload.id} is gone`)
  const company = upload.vasp_did
  const lines = await takeCustomers(tx, upload, limit)
  const known = await findVersions(tx, company, refsOf(lines), true)
  const fits = (line: StagedKey) => {
    const { key: customer, version } = known.get(line.ref) ?? { key: line.customer_key, version: 0 }
    return line.customer_key === customer && line.version === version + 1
  }
  await addAsSealed({ deps, tx, upload, at, key }, lines.filter(fits))
  // Changed since the preview: sealed as another version, or for a customer that is gone.
  const others = lines.filter((line) => !fits(line))
  const opened = others.length > 0 ? await findStaged(tx, upload, refsOf(others)) : []
  await putCustomers({ tx, deps, company, at }, opened, (line) => openLine(key, line))
  return { done: lines.length, place: lines.at(-1)?.ref ?? null }
}

type Adding = {
  readonly deps: Deps
  readonly tx: TransactionsTx
  readonly upload: StoredUpload
  readonly at: Date
  readonly key: KeyObject
}

/** @throws 409 somebody else registers one of them at the moment */
async function addAsSealed(
  { deps, tx, upload, at, key }: Adding,
  lines: readonly StagedKey[],
): Promise<void> {
  const own = await ensureKey(tx, upload.vasp_did, deps.vault, at)
  const boxOf = boxesOf(own, upload.vasp_did)
  let saving = Promise.resolve(0)
  let saved = 0
  for (let from = 0; from < lines.length; from += bunch) {
    const boxed = lines
      .slice(from, from + bunch)
      .map(({ ref, customer_key: customer, version, data_key }) => ({
        ref,
        box: boxOf({ key: customer, version }, openKey(key, ref, data_key)),
      }))
    saved += await saving
    saving = registerAsSealed(tx, upload, boxed, own.no, at)
    // Whoever waits for it hears of a failure. It is sent before the next keys are sealed.
    saving.catch(() => undefined)
    await setImmediate()
  }
  saved += await saving
  if (saved < lines.length)
    throw fail('conflict', 'Someone else is registering one of these customers')
}

/** A customer of the file, opened, to be sealed as the version that follows now. */
function openLine(key: KeyObject, line: StagedCustomer): GivenCustomer {
  const { ref, customer_key, version, data_key, kind, country, tags, tree } = line
  const dataKey = openKey(key, ref, data_key)
  const data = openAhead({ key: customer_key, version }, tree, dataKey)
  return { person: { kind, country, data }, tags }
}
