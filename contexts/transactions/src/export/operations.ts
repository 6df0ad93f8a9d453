import { randomBytes } from 'node:crypto'
import { holdsAsOwn, type Input, type OutgoingFile } from '@countersign/contracts'
import {
  exportRequests as contract,
  type ExportRequest,
  openExports,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import type { DB } from '../tables.gen.ts'
import { findSettings } from '../transfer/index.ts'
import {
  addExport,
  asSent,
  changeExport,
  type Export,
  findExport,
  findExports,
  findOpenExports,
  findParts,
  keyOf,
  lockExport,
} from './export.store.ts'
import { readParts } from './part.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many exports a list has. */
const maxExports = 50
/** As long as a transaction may take: what was created before can't be committed later. */
export const settledMs = 15_000
/** How long a file is kept, and how long one waits for a second person, in milliseconds. */
export const keptMs = 7 * 86_400_000

const noSuchExport = () => fail('not_found', 'No such export')

/** Who exports names may open them without asking each time. @throws 403 */
function mayOpen({ viewer }: Caller, company: string): void {
  if (!holdsAsOwn(viewer.grants, 'transactions.autoDecryption', company))
    throw fail(
      'forbidden',
      'You need the permission transactions.autoDecryption to export personal data',
    )
}

/** Files of a company's transfers. */
export const exportRequests = handlers(contract, {
  create,
  list: async (call) => ({
    exports: await shown(call, await findExports(call.tx, call.company, maxExports)),
  }),
  get: async (call, { exportId }) => one(call, await findExport(call.tx, call.company, exportId)),
  download,
  agree,
  cancel: cancelExport,
})

/** @throws 403, 409 where too many are under way, 422 */
async function create(
  call: Calling,
  { body }: Input<typeof contract.create>,
): Promise<ExportRequest> {
  const { filter, format, zone, includePersonalData, reason } = body
  if (includePersonalData && !reason)
    throw invalid(['body', 'reason'], 'Say why you export personal data')
  const why = includePersonalData ? (reason ?? null) : null
  return add(call, { kind: 'transfers', filter: filter ? asSent(filter) : {}, format, zone, why })
}

/**
 * Requests a file of all that is kept of a person, who asked for it. Its transfers are noted by whoever calls.
 * @throws 403, 409 where too many are under way
 */
export const requestCopy = (call: Calling, comment: string): Promise<ExportRequest> =>
  add(call, {
    kind: 'person',
    filter: {},
    format: 'JSONL',
    zone: 'UTC',
    why: { code: 'CUSTOMER_REQUEST', comment },
  })

/** Requests a file of the transfers that a filter leaves, without names. @throws 409 where too many are under way */
export const requestFile = (
  call: Calling,
  wanted: Pick<New, 'filter' | 'format' | 'zone'>,
): Promise<ExportRequest> => add(call, { ...wanted, kind: 'transfers', why: null })

type New = Pick<Parameters<typeof addExport>[2], 'kind' | 'filter' | 'format' | 'zone' | 'why'>

async function add(call: Calling, made: New): Promise<ExportRequest> {
  const { tx, company, deps, caller, actor, at } = call
  const { why, format } = made
  if (why) mayOpen(caller, company)
  if (why && caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'Machines can’t export personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  if ((await findOpenExports(tx, company)).length >= openExports)
    throw fail('conflict', `${openExports} exports are under way. Wait for one, or cancel it.`)
  const needsTwo = why !== null && (await findSettings(tx, company)).fourEyes.personalExports
  const id = newId('exp', at.getTime())
  await addExport(tx, deps.vault, {
    ...made,
    id,
    vasp_did: company,
    state: needsTwo ? 'PENDING' : 'WAITING',
    expires_at: needsTwo ? new Date(at.getTime() + keptMs) : null,
    as_of: new Date(at.getTime() - settledMs),
    requested_by: caller.viewer.did,
    role: caller.viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? '',
    created_at: at,
    key: randomBytes(32),
  })
  await audit(tx, actor, at, {
    company,
    action: 'transaction.export',
    object: id,
    detail: { format, personalData: why !== null, ...(why && { reason: why.code }) },
  })
  return one(call, await findExport(tx, company, id))
}

/** Lets an export of names begin. @throws 403 for whoever requested it and for machines, 404, 409 */
async function agree(
  call: Calling,
  { exportId }: Input<typeof contract.agree>,
): Promise<ExportRequest> {
  const { tx, company, caller, actor, at } = call
  const found = await lockExport(tx, company, exportId)
  if (!found) throw noSuchExport()
  if (found.requested_by === caller.viewer.did || caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'Another person must agree to this export', {
      wire: 'SecondPersonNeededError',
    })
  if (found.state !== 'PENDING' || (found.expires_at ?? at) <= at)
    throw fail('conflict', 'This export doesn’t wait for a second person')
  const agreed = { agreed_by: caller.viewer.did, expires_at: null }
  await changeExport(tx, found, { state: 'WAITING', ...agreed })
  await audit(tx, actor, at, { company, action: 'transaction.agreeExport', object: exportId })
  return one(call, await findExport(tx, company, exportId))
}

/** Ends an export that is under way; its files go with the worker's next round. @throws 404, 409 */
export async function cancelExport(
  call: Calling,
  { exportId }: Input<typeof contract.cancel>,
): Promise<ExportRequest> {
  const { tx, company, actor, at } = call
  const found = await lockExport(tx, company, exportId)
  if (!found) throw noSuchExport()
  if (['PENDING', 'WAITING', 'RUNNING'].includes(found.state)) {
    await changeExport(tx, found, { state: 'CANCELLED' })
    await audit(tx, actor, at, { company, action: 'transaction.cancelExport', object: exportId })
  } else if (found.state !== 'CANCELLED') throw fail('conflict', 'This export has ended')
  return one(call, await findExport(tx, company, exportId))
}

/** @throws 403 for personal data that somebody else exported, 404 once it is gone, 409 before it is ready */
async function download(
  { caller, actor, at, deps }: Call<TransactionsDeps, Caller>,
  { exportId, query: { vaspDID } }: Input<typeof contract.download>,
): Promise<OutgoingFile> {
  const company = caller.company ?? vaspDID ?? ''
  const { found, parts } = await deps.database.withTenant(company, async (tx) => {
    const found = await findExport(tx, company, exportId)
    if (!found || found.state === 'EXPIRED') throw noSuchExport()
    if (found.state !== 'READY') throw fail('conflict', 'This export isn’t ready')
    if (found.personal_data) {
      mayOpen(caller, company)
      if (found.requested_by !== caller.viewer.did)
        throw fail('forbidden', 'Only the person who requested personal data can download it')
    }
    await audit(tx, actor, at, {
      company,
      action: 'transaction.downloadExport',
      object: exportId,
      detail: { personalData: found.personal_data },
    })
    return { found, parts: await findParts(tx, found) }
  })
  const key = keyOf(deps.vault, found)
  if (!key) throw noSuchExport()
  return {
    name: `${found.kind === 'person' ? 'personal-data' : 'transfers'}-${found.as_of.toISOString().slice(0, 10)}.${found.format.toLowerCase()}`,
    mediaType: found.format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/jsonl',
    size: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    bytes: readParts(deps.files, key, found, parts),
  }
}

async function one(call: Calling, found: Export | undefined): Promise<ExportRequest> {
  const [shownOne] = found ? await shown(call, [found]) : []
  if (!shownOne) throw noSuchExport()
  return shownOne
}

async function shown(
  { tx, company, deps }: Calling,
  exports: readonly Export[],
): Promise<ExportRequest[]> {
  const dids = [...new Set(exports.map(({ requested_by }) => requested_by))]
  const people = await deps.peopleOf(tx, company, dids)
  return exports.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    format: row.format,
    zone: row.zone,
    filter: row.filter,
    hasPersonalData: row.personal_data,
    asOf: row.as_of.toISOString(),
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
    sha256: row.sha256?.toString('hex') ?? null,
    requestedBy: { did: row.requested_by, name: people.get(row.requested_by) ?? null },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }))
}
