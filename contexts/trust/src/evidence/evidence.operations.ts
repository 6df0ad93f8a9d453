import type { Input, OutgoingFile } from '@countersign/contracts'
import {
  type evidence as contract,
  evidenceReason,
  evidenceStep,
  networkReader,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { noticeLater, quoted } from '@countersign/kit/mail'
import { actorOf, type Caller } from '../caller.ts'
import { type DocumentDeps, insertDownload } from '../document/index.ts'
import { findStatus } from '../profile/index.ts'
import type { TrustTx } from '../tables.ts'
import {
  addEvidence,
  decideEvidence,
  findEvidence,
  findOwnDocuments,
  findWaitingEvidence,
  lockEvidence,
} from './evidence.store.ts'

const notShown = () => fail('not_found', 'No such document was shared with the network')

/** What waits for the network. */
export const listWaitingEvidence = ({ database }: DocumentDeps) =>
  database.withTenant(networkReader, (tx) => findWaitingEvidence(tx, 100))

/** What a company showed the network. */
export const listEvidence = async ({ database }: DocumentDeps, did: string) => ({
  documents: await database.withTenant(did, (tx) => findEvidence(tx, did)),
})

/**
 * The present versions of documents of the company, by their ids.
 * @throws 422 for one that is not there, or another company's
 */
export async function ownDocuments(
  tx: TrustTx,
  did: string,
  ids: readonly string[],
  field: string,
) {
  const found = await findOwnDocuments(tx, did, ids)
  const unknown = ids.find((id) => !found.some((one) => one.id === id))
  if (unknown !== undefined)
    throw invalid(['body', field], 'One of these isn’t a document of the company')
  return found
}

/** Shows documents to the network. @returns all that was shown */
export async function showEvidence(
  tx: TrustTx,
  actor: Actor,
  did: string,
  documents: readonly { readonly id: string; readonly version: number }[],
  at: Date,
) {
  for (const object of await addEvidence(tx, did, documents, at))
    await audit(tx, actor, at, { company: did, action: 'evidence.show', object })
}

/** `POST /tf/vasps/{did}/verification/evidence` */
export const showDocuments = (
  { database, clock }: DocumentDeps,
  caller: Caller,
  { did, body }: Input<typeof contract.show>,
) =>
  database.withTenant(did, async (tx) => {
    const documents = await ownDocuments(tx, did, body.documentIds, 'documentIds')
    await showEvidence(tx, actorOf(caller), did, documents, new Date(clock()))
    return { documents: await findEvidence(tx, did) }
  })

/** What deciding needs besides. */
type DecisionDeps = DocumentDeps & {
  readonly adminAddresses: (did: string) => Promise<readonly string[]>
}

/** Takes, gives back, accepts or refuses a document. @throws 404, 409 in a wrong state, 422 without a reason */
export async function decideOnEvidence(
  { database, clock, adminAddresses }: DecisionDeps,
  caller: Caller,
  { did, documentId, body: { version, action, reason } }: Input<typeof contract.decide>,
) {
  if (action === 'refuse' && reason === undefined)
    throw invalid(['body', 'reason'], 'Enter a reason (visible to the company)')
  const admins = await adminAddresses(did)
  return database.withTenant(did, async (tx) => {
    const at = new Date(clock())
    const found = await lockEvidence(tx, did, documentId, version)
    if (!found) throw notShown()
    const wrong = evidenceReason(action, found.status)
    if (wrong) throw fail('conflict', wrong)
    const status = evidenceStep(action).to
    const byName = action === 'giveBack' ? null : (caller.viewer.name ?? null)
    const why = action === 'refuse' ? (reason ?? null) : null
    await decideEvidence(tx, did, found, { status, byName, reason: why }, at)
    if (action === 'refuse') {
      const company = await findStatus(tx, did)
      for (const to of admins)
        await noticeLater(
          tx,
          { to, ...refusalMail(company?.name ?? did, found.title, why ?? '') },
          at,
        )
    }
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: `evidence.${action}`,
      object: documentId,
      detail: { version, from: found.status, to: status },
    })
    const after = await lockEvidence(tx, did, documentId, version)
    if (!after) throw notShown()
    return after
  })
}

const refusalMail = (name: string, title: string, reason: string) => ({
  subject: `Verification of ${name}: a document was refused`.slice(0, 200),
  text: `The network can’t use the document "${title}".\n\nIt says:\n${quoted(reason)}\n\nUpload a new version on the Documents page and share it on the Profile page.\n`,
})

/**
 * The file of a document that was shown to the network, and of no other. It stands in the company's
 * log of downloads and in its audit chain before the first byte leaves.
 */
export const openEvidence = (
  { database, clock, documents }: DocumentDeps,
  caller: Caller,
  { did, documentId, query: { version } }: Input<typeof contract.file>,
): Promise<OutgoingFile> =>
  database.withTenant(did, async (tx) => {
    const at = new Date(clock())
    const found = await lockEvidence(tx, did, documentId, version)
    if (!found) throw notShown()
    const bytes = await documents.storage.get(found.key)
    if (!bytes) throw fail('not_found', 'This document is no longer in storage')
    const reader = { did: networkReader, email: caller.viewer.email }
    await insertDownload(tx, did, reader, { document_id: documentId, version }, at)
    await audit(tx, actorOf(caller), at, {
      company: did,
      action: 'evidence.download',
      object: documentId,
      detail: { version },
    })
    return { name: found.fileName, mediaType: found.mediaType, size: found.size, bytes }
  })
