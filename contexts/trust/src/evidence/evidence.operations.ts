import type { Input, OutgoingFile } from '@countersign/contracts'
import {
  evidence as contract,
  evidenceReason,
  evidenceStep,
  networkReader,
} from '@countersign/contracts/trust'
import { type Actor, audit } from '@countersign/kit/audit'
import { fail, invalid } from '@countersign/kit/errors'
import { noticeLater, quoted } from '@countersign/kit/mail'
import { insertDownload } from '../document/index.ts'
import { handlers, type InCompany } from '../handlers.ts'
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

/** Documents that companies showed the network. */
export const evidence = handlers(contract, {
  queue: ({ deps }) =>
    deps.database.withTenant(networkReader, (tx) => findWaitingEvidence(tx, 100)),

  list: async ({ tx, company }) => ({ documents: await findEvidence(tx, company) }),

  show: async ({ tx, company, actor, at }, { body }) => {
    const documents = await ownDocuments(tx, company, body.documentIds, 'documentIds')
    await showEvidence(tx, actor, company, documents, at)
    return { documents: await findEvidence(tx, company) }
  },

  decide,
  file,
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

/** Takes, gives back, accepts or refuses a document. @throws 404, 409 in a wrong state, 422 without a reason */
async function decide(
  { tx, company: did, caller, actor, at, deps }: InCompany,
  { documentId, body: { version, action, reason } }: Input<typeof contract.decide>,
) {
  if (action === 'refuse' && reason === undefined)
    throw invalid(['body', 'reason'], 'Enter a reason (visible to the company)')
  const found = await lockEvidence(tx, did, documentId, version)
  if (!found) throw notShown()
  const wrong = evidenceReason(action, found.status)
  if (wrong) throw fail('conflict', wrong)
  const status = evidenceStep(action).to
  const byName = action === 'giveBack' ? null : (caller.viewer.name ?? null)
  const why = action === 'refuse' ? (reason ?? null) : null
  await decideEvidence(tx, did, found, { status, byName, reason: why }, at)
  if (action === 'refuse') {
    const name = (await findStatus(tx, did))?.name ?? did
    for (const to of await deps.adminAddresses(tx, did))
      noticeLater(tx, { to, ...refusalMail(name, found.title, why ?? '') }, at)
  }
  await audit(tx, actor, at, {
    company: did,
    action: `evidence.${action}`,
    object: documentId,
    detail: { version, from: found.status, to: status },
  })
  const after = await lockEvidence(tx, did, documentId, version)
  if (!after) throw notShown()
  return after
}

const refusalMail = (name: string, title: string, reason: string) => ({
  subject: `Verification of ${name}: a document was refused`.slice(0, 200),
  text: `The network can’t use the document "${title}".\n\nIt says:\n${quoted(reason)}\n\nUpload a new version on the Documents page and share it on the Profile page.\n`,
})

/**
 * The file of a document that was shown to the network, and of no other. It stands in the company's
 * log of downloads and in its audit chain before the first byte leaves.
 */
async function file(
  { tx, company: did, caller, actor, at, deps }: InCompany,
  { documentId, query: { version } }: Input<typeof contract.file>,
): Promise<OutgoingFile> {
  const found = await lockEvidence(tx, did, documentId, version)
  if (!found) throw notShown()
  const bytes = await deps.documents.storage.get(found.key)
  if (!bytes) throw fail('not_found', 'This document is no longer in storage')
  const reader = { did: networkReader, email: caller.viewer.email }
  await insertDownload(tx, did, reader, { document_id: documentId, version }, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'evidence.download',
    object: documentId,
    detail: { version },
  })
  return { name: found.fileName, mediaType: found.mediaType, size: found.size, bytes }
}
