import { randomBytes, randomUUID } from 'node:crypto'
import type { Input } from '@countersign/contracts'
import {
  type document as contract,
  DocumentType,
  documentLimit,
  libraryBytes,
} from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail, invalid, mayFail } from '@countersign/kit/errors'
import { failpoint } from '@countersign/kit/failpoint'
import { id } from '@countersign/kit/ids'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { InCompany, OwnTransaction } from '../handlers.ts'
import { findVasp } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import {
  changeDocument,
  countDocuments,
  findDocument,
  insertDocument,
  insertVersion,
  isTicketUsed,
  lockDocument,
  lockLibrary,
  sumSizes,
} from './document.store.ts'
import { informationArrived } from './information.store.ts'
import { deleteLooseFile, insertLooseFiles } from './loose-file.store.ts'
import { type SpooledFile, spool } from './spool.ts'
import { safeName } from './type.rules.ts'

const ticketMs = 10 * 60_000
const place = 'document-upload-ticket'
const noSuchDocument = () => fail('not_found', 'No such document')
const used = () => fail('conflict', 'This upload ticket was already used. Request a new one.')

/** What a ticket allows. */
export const Ticket = z.object({
  nonce: z.string(),
  did: z.string(),
  viewer: z.string(),
  type: DocumentType,
  documentId: z.optional(z.string()),
  until: z.number(),
})
export type Ticket = z.infer<typeof Ticket>

/** A ticket for one upload of one type to one company by this person. Nothing is stored. */
export async function issueTicket(call: InCompany, { query }: Input<typeof contract.ticket>) {
  const { company: did, deps } = call
  const ticket = await newTicket(call.tx, call, did, query)
  return {
    uploadUrl: `/api/tf/vasps/upload/${encodeURIComponent(did)}`,
    uploadFields: [{ key: 'ticket', value: deps.vault.seal(JSON.stringify(ticket), place) }],
  }
}

type Wanted = { readonly documentType: DocumentType; readonly documentId?: string | undefined }

/** What somebody may upload from now on. @throws 404 */
export async function newTicket(
  tx: TrustTx,
  { caller, at }: Pick<OwnTransaction, 'caller' | 'at'>,
  did: string,
  { documentType: type, documentId }: Wanted,
): Promise<Ticket> {
  if (!(await findVasp(tx, did))) throw fail('not_found', 'No such company')
  if (documentId !== undefined && (await lockDocument(tx, did, documentId))?.document_type !== type)
    throw noSuchDocument()
  return {
    nonce: randomBytes(16).toString('base64url'),
    did,
    viewer: caller.viewer.did,
    type,
    ...(documentId !== undefined && { documentId }),
    until: at.getTime() + ticketMs,
  }
}

/** Reads a ticket that was sealed for a place. @throws 422 for another’s, and once it has expired */
export function openTicket<T extends Ticket>(
  { caller, at, deps: { vault } }: OwnTransaction,
  did: string,
  text: string,
  { shape, place }: { shape: z.ZodMiniType<T>; place: string },
): T {
  const refused = (why: string) => invalid(['body', 'ticket'], `${why}. Request a new ticket.`)
  let ticket: T
  try {
    ticket = shape.parse(JSON.parse(vault.open(text, place)))
  } catch {
    throw refused('This upload ticket isn’t valid')
  }
  if (ticket.did !== did || ticket.viewer !== caller.viewer.did)
    throw refused('This upload ticket belongs to someone else')
  if (at.getTime() >= ticket.until) throw refused('This upload ticket has expired')
  return ticket
}

/** @throws 409 for a ticket that was used, or a library that is full */
export const checkTicket = (
  { deps: { database } }: OwnTransaction,
  did: string,
  ticket: Ticket,
): Promise<void> =>
  database.withTenant(did, async (tx) => {
    if (await isTicketUsed(tx, did, ticket.nonce)) throw used()
    await checkRoom(tx, did, ticket)
  })

/** Receives a file, judges it, keeps it, and only then names it in the library. */
export async function receiveDocument(
  call: OwnTransaction,
  { did, body, file }: Input<typeof contract.upload>,
) {
  const { documents } = call.deps
  const ticket = openTicket(call, did, body.ticket, { shape: Ticket, place })
  await checkTicket(call, did, ticket)
  const name = safeName(file.name)
  const spooled = await spool(documents.spoolFolder, { ...file, name })
  return keepSpooled(call, did, { ticket, body, name, spooled })
}

/** Scans a file that was judged, keeps it under a key of its own, and only then names it in the library. */
export async function keepSpooled(
  call: OwnTransaction,
  did: string,
  arrival: Omit<Arrival, 'key'>,
) {
  const { deps } = call
  const { database, clock, documents } = deps
  const { spooled } = arrival
  try {
    await inspect(call, did, spooled)
    // Nothing of the client's stands in it; each upload has a key of its own.
    const key = newKey(did)
    const at = new Date(clock())
    await database.withTenant(did, (tx) => insertLooseFiles(tx, did, [key], at))
    try {
      await documents.storage.put(key, spooled)
      failpoint('after-store-before-record')
      return await keep(call, did, { ...arrival, key })
    } catch (error) {
      await mayFail('the upload is refused anyway', removeFiles(deps, did, [key]))
      throw error
    }
  } finally {
    await spooled.remove()
  }
}

/** A key in storage that nobody has used. */
export const newKey = (did: string) => `vasps/${did}/${randomUUID()}`

/**
 * Removes files of a company now, unless a document names them after all: a commit whose answer was
 * lost did that. What does not work is left to the sweep.
 */
export async function removeFiles(
  { database, documents }: Pick<Deps, 'database' | 'documents'>,
  did: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await database.withTenant(did, async (tx) => {
      if (await deleteLooseFile(tx, did, key)) await documents.storage.remove(key)
    })
}

/** @throws 422 when the scanner found something; the chain remembers it */
async function inspect(
  { actor, deps: { database, clock, documents } }: OwnTransaction,
  did: string,
  { path, sha256 }: SpooledFile,
): Promise<void> {
  const found = await documents.scan?.(path)
  if (found === undefined) return
  await database.withTenant(did, (tx) =>
    audit(tx, actor, new Date(clock()), {
      company: did,
      action: 'document.refuse',
      detail: { found, sha256: sha256.toString('hex') },
    }),
  )
  throw invalid(['body', 'file'], `The virus scanner refused this file: ${found}`, 'file_infected')
}

/** @throws 409 when the library holds all that it may */
export async function checkRoom(tx: TrustTx, did: string, { documentId }: Ticket): Promise<void> {
  if (!documentId && (await countDocuments(tx, did)) >= documentLimit)
    throw fail('conflict', `A company can keep ${documentLimit} documents. Delete one first.`)
  if ((await sumSizes(tx, did)) >= libraryBytes)
    throw fail('conflict', 'The library is full. Delete a document first.')
}

type Arrival = {
  readonly ticket: Ticket
  readonly body: { readonly title?: string | undefined; readonly expiresOn?: string | undefined }
  readonly name: string
  readonly key: string
  readonly spooled: SpooledFile
}

const keep = (
  { caller, actor, deps: { database, clock } }: OwnTransaction,
  did: string,
  { ticket, body, name, key, spooled }: Arrival,
) =>
  database.withTenant(did, async (tx) => {
    // A file may have taken minutes to arrive.
    const at = new Date(clock())
    // Of two uploads at once, the second sees the first.
    await lockLibrary(tx, did)
    await checkRoom(tx, did, ticket)
    const { documentId = id('doc', at.getTime()), type } = ticket
    let version = 1
    if (ticket.documentId) {
      const before = await lockDocument(tx, did, documentId)
      if (!before) throw noSuchDocument()
      version = before.version + 1
      await changeDocument(
        tx,
        did,
        documentId,
        { title: body.title, expiresOn: body.expiresOn, version },
        at,
      )
    } else {
      const title = body.title ?? name.replace(/\.[^.]+$/, '')
      const { expiresOn = null } = body
      await insertDocument(tx, did, { id: documentId, type, title, expiresOn }, at)
    }
    const { mediaType, size, sha256 } = spooled
    const fresh = await insertVersion(
      tx,
      did,
      {
        documentId,
        version,
        key,
        ticket: ticket.nonce,
        fileName: name,
        mediaType,
        size,
        sha256,
        uploadedBy: caller.viewer.did,
      },
      at,
    )
    if (!fresh) throw used()
    if (!(await deleteLooseFile(tx, did, key)))
      throw fail('conflict', 'This upload took too long. Try again.')
    await informationArrived(tx, actor, did, type, at)
    await audit(tx, actor, at, {
      company: did,
      action: version > 1 ? 'document.replace' : 'document.upload',
      object: documentId,
      detail: { type, version, sha256: sha256.toString('hex') },
    })
    const document = await findDocument(tx, did, documentId, at)
    if (!document) throw new Error('The document no longer exists')
    return document
  })
