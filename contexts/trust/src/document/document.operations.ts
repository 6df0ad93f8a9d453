import type { Input } from '@countersign/contracts'
import { document as contract, questionnaireType } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import { fail, invalid, mayFail } from '@countersign/kit/errors'
import { failpoint } from '@countersign/kit/failpoint'
import * as z from 'zod/mini'
import { handlers, type InCompany, type OwnTransaction } from '../handlers.ts'
import { findVasp } from '../profile/index.ts'
import { completeDirect, startDirect } from './direct.operations.ts'
import {
  changeDocument,
  countDocuments,
  findDocument,
  findDocuments,
  findKeys,
  lockDocument,
  lockDocumentByKey,
} from './document.store.ts'
import { directDownload, download } from './download.operations.ts'
import { findDownloads } from './download.store.ts'
import { endOf } from './grant.rules.ts'
import {
  endGrant,
  endGrantsOfDocument,
  findGrants,
  findShared,
  insertGrant,
} from './grant.store.ts'
import { informationGone } from './information.store.ts'
import { insertLooseFiles } from './loose-file.store.ts'
import { issueTicket, receiveDocument, removeFiles } from './upload.operations.ts'

const noSuchDocument = () => fail('not_found', 'No such document')
/** Companies that can read one document at a time. */
const grantLimit = 200

/** A company's documents, and who else may read them. */
export const document = handlers(contract, {
  ticket: issueTicket,
  upload: receiveDocument,
  startDirect,
  completeDirect,
  download,
  directDownload,
  delete: remove,
  list: async ({ tx, company, at }) => ({ documents: await findDocuments(tx, company, at) }),
  update,

  listGrants: async ({ tx, company, at }, { documentId }) => {
    if (!(await findDocument(tx, company, documentId, at))) throw noSuchDocument()
    return { grants: await findGrants(tx, company, documentId, at, 500) }
  },

  share,
  unshare,
  listDownloads,

  listShared: async ({ tx, company, at }, { query }) => ({
    documents: await findShared(tx, company, query.ownerDid, at),
  }),
})

/** Renames a document, or says when it expires. */
async function update(
  { tx, company: did, actor, at }: InCompany,
  { documentId, body }: Input<typeof contract.update>,
) {
  if (!(await lockDocument(tx, did, documentId))) throw noSuchDocument()
  await changeDocument(tx, did, documentId, body, at)
  await audit(tx, actor, at, {
    company: did,
    action: 'document.update',
    object: documentId,
    detail: { fields: Object.keys(body) },
  })
  const document = await findDocument(tx, did, documentId, at)
  if (!document) throw noSuchDocument()
  return document
}

/** Deletes a document: no access survives, and its files go at once or with the next sweep. */
async function remove(
  { actor, at, deps }: OwnTransaction,
  { did, query }: Input<typeof contract.delete>,
) {
  const keys = await deps.database.withTenant(did, async (tx) => {
    const found = await lockDocumentByKey(tx, did, query.s3URL)
    if (!found) throw noSuchDocument()
    await changeDocument(tx, did, found.id, { deletedAt: at }, at)
    await endGrantsOfDocument(tx, did, found.id, at)
    // The questionnaire can be there without any file.
    const type = found.document_type
    if (type !== questionnaireType && (await countDocuments(tx, did, type)) === 0)
      await informationGone(tx, did, type)
    const all = await findKeys(tx, did, found.id)
    await insertLooseFiles(tx, did, all, at)
    await audit(tx, actor, at, {
      company: did,
      action: 'document.delete',
      object: found.id,
      detail: { type },
    })
    return all
  })
  failpoint('after-delete-before-remove')
  await mayFail('the sweep removes what is left', removeFiles(deps, did, keys))
}

/** Lets another company read the present version for a while. */
async function share(
  { tx, company: did, actor, at }: InCompany,
  { documentId, body }: Input<typeof contract.share>,
) {
  const until = endOf(body.expiresAt, at)
  const grantee = body.vaspDID
  if (grantee === did) throw invalid(['body', 'vaspDID'], 'Your own members can already read it')
  const found = await lockDocument(tx, did, documentId)
  if (!found) throw noSuchDocument()
  if (!(await findVasp(tx, grantee))) throw fail('not_found', 'No such company')
  const before = await findGrants(tx, did, documentId, at, grantLimit)
  if (before.length >= grantLimit)
    throw fail('conflict', `A document can be shared with ${grantLimit} companies at a time`)
  // One access for each company: the new one takes the place of the one given by hand before.
  for (const grant of before)
    if (grant.vaspDID === grantee && grant.requestId === null)
      await endGrant(tx, did, documentId, grant.id, at)
  const { version } = found
  const grantId = await insertGrant(tx, did, { documentId, version, grantee, expiresAt: until }, at)
  for (const company of [did, grantee].toSorted())
    await audit(tx, actor, at, {
      company,
      action: 'document.share',
      object: documentId,
      detail: { grantId, version, owner: did, grantee, until: until.toISOString() },
    })
  const grants = await findGrants(tx, did, documentId, at, 500)
  const grant = grants.find((one) => one.id === grantId)
  if (!grant) throw new Error('The grant no longer exists')
  return grant
}

/** Ends one company's access at once. */
async function unshare(
  { tx, company: did, actor, at }: InCompany,
  { documentId, grantId }: Input<typeof contract.unshare>,
) {
  const ended = await endGrant(tx, did, documentId, grantId, at)
  if (!ended) throw fail('not_found', 'No such access')
  for (const company of [did, ended.grantee_did].toSorted())
    await audit(tx, actor, at, {
      company,
      action: 'document.unshare',
      object: documentId,
      detail: { grantId, owner: did, grantee: ended.grantee_did },
    })
}

const cursors = cursorOf('downloads', z.int())

/** Who downloaded a document. @throws 404 */
async function listDownloads(
  { tx, company: did, actor, at, deps: { vault } }: InCompany,
  { documentId, query: { limit, cursor } }: Input<typeof contract.listDownloads>,
) {
  if (!(await findDocument(tx, did, documentId, at))) throw noSuchDocument()
  const below = cursor === undefined ? undefined : cursors.read(vault, cursor)
  const found = await findDownloads(tx, did, documentId, limit + 1, below)
  const last = found.length > limit ? found[limit - 1] : undefined
  const downloads = found.slice(0, limit)
  // It names people of other companies with their addresses.
  await audit(tx, actor, at, {
    company: did,
    action: 'document.listDownloads',
    object: documentId,
    detail: { downloads: downloads.length },
  })
  return { downloads, next: last ? cursors.write(vault, Number(last.id)) : null }
}
