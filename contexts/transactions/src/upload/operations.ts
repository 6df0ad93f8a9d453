import { asText, csvField, holdsAsOwn, type Input, type OutgoingFile } from '@countersign/contracts'
import {
  type address as addresses,
  uploads as contract,
  rejectedDays,
  type Upload,
  type UploadKind,
} from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import type { DB } from '../tables.gen.ts'
import { receive } from './receive.ts'
import { noSuchUpload, shown } from './shown.ts'
import {
  changeUpload,
  findProblems,
  findUpload,
  findUploads,
  lockUpload,
  type StoredUpload,
} from './upload.store.ts'

type Calling = CompanyCall<TransactionsDeps, Caller, DB>

/** How many uploads a list has. */
const maxUploads = 20
/** Rejected lines that are read at a time. */
const bunch = 10_000

/** Files of addresses take a permission of their own. @throws 403 */
function maySee({ viewer }: Caller, company: string, kind: UploadKind): void {
  if (kind === 'ADDRESSES' && !holdsAsOwn(viewer.grants, 'address.uploadAddressList', company))
    throw fail('forbidden', 'Your role lacks the permission address.uploadAddressList')
}

/** Reads a file of addresses. @throws 409, 413, 422 */
export const uploadAddressList = (
  call: Call<TransactionsDeps, Caller>,
  { vaspDID, file, body }: Input<typeof addresses.uploadAddressList>,
): Promise<Upload> => receive(call, vaspDID, { kind: 'ADDRESSES', mode: body.mode, file })

/** Files of addresses and customers. */
export const uploads = handlers(contract, {
  customers: (call, { vaspDID, file, body }) =>
    receive(call, vaspDID, { kind: 'CUSTOMERS', mode: body.mode, file }),
  list: async (call, { query: { kind } }) => {
    maySee(call.caller, call.company, kind)
    const found = await findUploads(call.tx, call.company, kind, maxUploads)
    const all: Upload[] = []
    for (const one of found) all.push(await shown(call, one))
    return { uploads: all }
  },
  get: async (call, { uploadId }) =>
    shown(call, seen(call, await findUpload(call.tx, call.company, uploadId))),
  rejected,
  confirm,
  cancel,
})

/** @throws 403, 404 */
function seen(
  { caller, company }: Pick<Calling, 'caller' | 'company'>,
  found: StoredUpload | undefined,
): StoredUpload {
  if (!found) throw noSuchUpload()
  maySee(caller, company, found.kind)
  return found
}

const held = async (call: Calling, id: string): Promise<StoredUpload> =>
  seen(call, await lockUpload(call.tx, { vasp_did: call.company, id }))

/** Begins to make the changes; a second call changes nothing. @throws 403 for machines, 404, 409 */
async function confirm(
  call: Calling,
  { uploadId }: Input<typeof contract.confirm>,
): Promise<Upload> {
  const { tx, company, caller, actor, at } = call
  const found = await held(call, uploadId)
  if (caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'A person must confirm an upload', { wire: 'SecondPersonNeededError' })
  if (found.state === 'READY') {
    const by = caller.viewer.did
    await changeUpload(tx, found, {
      state: 'RUNNING',
      confirmed_by: by,
      confirmed_at: at,
      updated_at: at,
    })
    await audit(tx, actor, at, { company, action: 'upload.confirm', object: found.id })
  } else if (found.state === 'READING' || found.state === 'CANCELLED')
    throw fail('conflict', 'This upload can’t be confirmed')
  return shown(call, seen(call, await findUpload(tx, company, uploadId)))
}

/** Ends an upload that is under way or waits. @throws 403, 404, 409 */
async function cancel(call: Calling, { uploadId }: Input<typeof contract.cancel>): Promise<Upload> {
  const { tx, company, actor, at } = call
  const found = await held(call, uploadId)
  if (found.state === 'DONE') throw fail('conflict', 'This upload has ended')
  if (found.state !== 'CANCELLED') {
    await changeUpload(tx, found, {
      state: 'CANCELLED',
      place: '',
      sealed_key: null,
      ended_at: at,
    })
    await audit(tx, actor, at, { company, action: 'upload.cancel', object: found.id })
  }
  return shown(call, seen(call, await findUpload(tx, company, uploadId)))
}

const row = (line: number | string, reason: string) => `${line},${csvField(asText(reason))}\r\n`

/** The rejected lines, by number and reason: what they say isn't kept. @throws 403, 404 also once they are deleted */
async function rejected(
  { caller, deps, at }: Call<TransactionsDeps, Caller>,
  { uploadId, query: { vaspDID } }: Input<typeof contract.rejected>,
): Promise<OutgoingFile> {
  const company = caller.company ?? vaspDID ?? ''
  const { withTenant } = deps.database
  const found = await withTenant(company, async (tx) =>
    seen({ caller, company }, await findUpload(tx, company, uploadId)),
  )
  if (found.rejected_until === null || found.rejected_until <= at)
    throw fail(
      'not_found',
      `Rejected lines are kept for ${rejectedDays} days. Upload the file again to see them.`,
    )
  // Excel takes a file without this mark for another encoding.
  let text = `\ufeff${row('line', 'reason')}`
  for (let after = 0; ; ) {
    const page = await withTenant(company, (tx) => findProblems(tx, found, after, bunch))
    for (const { line, reason } of page) text += row(line, reason)
    const last = page.at(-1)
    if (!last || page.length < bunch) break
    after = last.line
  }
  const bytes = Buffer.from(text)
  return {
    name: 'rejected.csv',
    mediaType: 'text/csv; charset=utf-8',
    size: bytes.length,
    bytes: (async function* () {
      yield bytes
    })(),
  }
}
