import { productExamples } from '@countersign/contracts/examples'
import { kestrelBay } from '../../demo/index.ts'
import { addressRecipes } from './product-addresses.fixture.ts'
import { billingRecipes } from './product-billing.fixture.ts'
import { bulkRecipes } from './product-bulk.fixture.ts'
import { exportRecipes } from './product-exports.fixture.ts'
import { importRecipes } from './product-import.fixture.ts'
import { jurisdictionRecipes } from './product-jurisdictions.fixture.ts'
import { keyRecipes } from './product-keys.fixture.ts'
import { peopleRecipes } from './product-people.fixture.ts'
import { reviewRecipes } from './product-reviews.fixture.ts'
import { ruleRecipes } from './product-rules.fixture.ts'
import { transferRecipes } from './product-transfers.fixture.ts'
import { webhookRecipes } from './product-webhooks.fixture.ts'
import {
  type Asked,
  at,
  type Call,
  fresh,
  list,
  next,
  own,
  type Recipe,
  text,
} from './recipe.fixture.ts'

const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const europe = 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'

const unlike = (status: unknown) => (status === 'VERIFIED' ? 'suspend' : 'reopen')
const moves: Readonly<Record<string, string>> = {
  ...{ UNVERIFIED: 'submit', REJECTED: 'appeal', EXPIRED: 'renew' },
  ...{ SUBMITTED: 'take', PENDING_REVIEW: 'approve' },
}

async function uploaded(call: Call): Promise<{ s3URL: string }> {
  const made = await call('marcus', 'document.upload', await upload(call))
  return { s3URL: text(made, 's3URL') }
}

async function upload(call: Call): Promise<Asked> {
  const query = { documentType: 'AML_POLICY' }
  const ticket = await call('marcus', 'document.ticket', { ...own, query })
  const parts = list(ticket, 'uploadFields').map(
    (field) => `name="${text(field, 'key')}"\r\n\r\n${text(field, 'value')}`,
  )
  const file = `name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\nfuzz\n%%EOF\n`
  return {
    ...own,
    type: 'multipart/form-data; boundary=fuzz',
    payload: `${[...parts, file].map((part) => `--fuzz\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--fuzz--\r\n`,
  }
}

/** A document that was just uploaded, to be shown to the network. */
const shown = async (call: Call) =>
  text(await call('marcus', 'document.upload', await upload(call)), 'id')

/** The own draft, begun where there is none. */
const draft = async (call: Call) => at(await call('marcus', 'questionnaire.start', own), 'draft')

/** A draft in which something stands that was never submitted, to be discarded as it is. */
async function discard(call: Call): Promise<Asked> {
  await call('marcus', 'questionnaire.answer', await answer(call))
  const now = await draft(call)
  return { ...own, query: { version: text(now, 'version'), revision: text(now, 'revision') } }
}

async function answer(call: Call): Promise<Asked> {
  const begun = await draft(call)
  const revision = Number(at(begun, 'answers', 'A1', 'revision') ?? 0)
  const body = { version: at(begun, 'version'), revision, value: { name: fresh() } }
  return { path: { did: kestrelBay, questionId: 'A1' }, body }
}

async function submission(call: Call): Promise<Asked> {
  const begun = await draft(call)
  const query = { requestingVASPdid: kestrelBay }
  const theirs = await call('marcus', 'questionnaire.get', { path: { did: norrland }, query })
  for (const [questionId, value] of Object.entries(Object(at(theirs, 'submitted', 'answers')))) {
    const revision = Number(at(begun, 'answers', questionId, 'revision') ?? 0)
    const body = { version: at(begun, 'version'), revision, value }
    await call('marcus', 'questionnaire.answer', { path: { did: kestrelBay, questionId }, body })
  }
  const now = await draft(call)
  const declaration = { name: 'Marcus Lim', role: 'Admin', confirmed: true }
  return {
    ...own,
    body: { version: at(now, 'version'), revision: at(now, 'revision'), declaration },
  }
}

/** The own versions, newest first; two at the least. */
async function versions(call: Call): Promise<string[]> {
  const read = async () => list(await call('marcus', 'questionnaire.get', own), 'versions')
  if ((await read()).length < 2)
    await call('marcus', 'questionnaire.submit', await submission(call))
  return (await read()).map((one) => text(one, 'version'))
}

async function theirVersion(call: Call): Promise<number> {
  const query = { requestingVASPdid: kestrelBay }
  const ddq = await call('marcus', 'questionnaire.get', { path: { did: norrland }, query })
  return Number(at(ddq, 'submitted', 'version'))
}

/** A request to another company that waits for it; asked in the name of the own one. */
async function asks(call: Call): Promise<Asked> {
  const query = { per_page: '50' }
  const vasps = list(await call('marcus', 'vasp.list', { query }), 'vasps')
  const other = vasps.filter((one) => at(one, 'hasAdmin') === true && at(one, 'did') !== kestrelBay)
  return {
    path: { did: text(other[next() % Math.max(other.length, 1)], 'did') },
    query: { requestingVASPdid: kestrelBay, documentType: 'SOC2_REPORT', accessAction: 'REQUEST' },
  }
}

const licence = { vaspName: 'Kestrel', countryCode: 'SG' }

/** An entry at nobody's domain: Kestrel Bay Europe can claim it, and only the network can decide. */
const strangersEntry = {
  entry: { registry: 'VASPnet', externalId: 'vn-1020' },
  claim: {
    ...{ did: europe, vaspName: 'Linden', countryCode: 'DE' },
    ...{ externalId: 'vn-1020', fields: ['legalName'] },
  },
}

/** Asks for what the documentation does. */
const exampled = (id: string, as: string): Recipe => ({
  id,
  as,
  make: async () => productExamples[id] ?? {},
})

/** What takes steps first, or values that only an answer gives: how each comes to a success. */
export const productRecipes: readonly Recipe[] = [
  exampled('registry.updateFromGleif', 'marcus'),
  exampled('registry.updateFromVaspnet', 'marcus'),
  ...billingRecipes,
  ...peopleRecipes,
  ...importRecipes,
  ...jurisdictionRecipes,
  ...addressRecipes,
  ...bulkRecipes,
  ...exportRecipes,
  ...keyRecipes,
  ...reviewRecipes,
  ...ruleRecipes,
  ...transferRecipes,
  {
    ...{ id: 'administration.update', as: 'noor' },
    make: async () => ({ ...own, body: { fields: { isNotifiable: next() % 2 === 0 } } }),
  },
  {
    ...{ id: 'group.nest', as: 'noor' },
    make: async () => ({
      query: { action: next() % 2 === 0 ? 'add' : 'remove' },
      body: { group_vasp: kestrelBay, subsidiaries: [europe] },
    }),
  },
  {
    id: 'registry.searchGleif',
    as: 'ana',
    make: async () => ({ query: { LEI: 'FICT00D3HLW864R5FJ88' } }),
  },
  { id: 'registry.searchVaspnet', as: 'ana', make: async () => ({ query: licence }) },
  {
    ...{ id: 'curation.decideRegisterEntry', as: 'noor' },
    make: async (call) => {
      const { entry, claim } = strangersEntry
      await call('ana', 'registry.updateFromVaspnet', { body: claim })
      return { path: { did: europe }, body: { ...entry, action: 'release' } }
    },
  },
  {
    ...{ id: 'verification.move', as: 'noor' },
    make: async (call) => {
      const status = at(await call('noor', 'verification.get', own), 'status')
      const checks = ['domain', 'registration', 'licence', 'authority', 'screening']
      const action = moves[String(status)] ?? unlike(status)
      return { ...own, body: { action, note: fresh(), evidence: [], checks } }
    },
  },
  {
    ...{ id: 'vasp.update', as: 'marcus' },
    make: async () => ({ body: { did: kestrelBay, fields: { description: fresh() } } }),
  },
  { id: 'questionnaire.answer', as: 'marcus', make: answer },
  { id: 'questionnaire.submit', as: 'marcus', make: submission },
  { id: 'questionnaire.discard', as: 'marcus', make: discard },
  {
    ...{ id: 'questionnaire.restore', as: 'marcus' },
    make: async (call) => {
      await call('marcus', 'questionnaire.discard', await discard(call))
      return own
    },
  },
  {
    ...{ id: 'questionnaire.version', as: 'marcus' },
    make: async (call) => ({
      path: { did: kestrelBay, version: (await versions(call))[0] ?? 'none' },
    }),
  },
  {
    ...{ id: 'questionnaire.compare', as: 'marcus' },
    make: async (call) => {
      const [to = '', from = to] = await versions(call)
      return { ...own, query: { from, to } }
    },
  },
  {
    ...{ id: 'review.give', as: 'ana' },
    make: async () => ({
      ...own,
      body: { reviewedVaspDID: norrland, reviewValue: 'MANUAL', note: fresh() },
    }),
  },
  {
    ...{ id: 'questionnaireReview.mark', as: 'marcus' },
    make: async (call) => {
      const path = { did: kestrelBay, reviewedDid: norrland, section: 'B' }
      const seen = await call('marcus', 'questionnaireReview.get', { path })
      const mark = list(seen, 'marks').find((one) => at(one, 'section') === 'B')
      const revision = Number(at(mark, 'revision') ?? 0)
      const version = await theirVersion(call)
      return { path, body: { mark: 'OK', note: fresh(), version, revision } }
    },
  },
  {
    ...{ id: 'questionnaireReview.pin', as: 'marcus' },
    make: async (call) => ({
      path: { did: kestrelBay, reviewedDid: norrland },
      body: { version: await theirVersion(call) },
    }),
  },
  {
    ...{ id: 'document.ticket', as: 'marcus' },
    make: async () => ({ ...own, query: { documentType: 'AML_POLICY' } }),
  },
  { id: 'document.upload', as: 'marcus', make: upload },
  {
    ...{ id: 'document.download', as: 'marcus' },
    make: async (call) => ({ ...own, query: await uploaded(call) }),
  },
  {
    ...{ id: 'document.delete', as: 'marcus' },
    make: async (call) => ({ ...own, query: await uploaded(call) }),
  },
  {
    ...{ id: 'document.unshare', as: 'marcus' },
    make: async (call) => {
      const path = { did: kestrelBay, documentId: await shown(call) }
      const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
      const body = { vaspDID: norrland, expiresAt }
      const grant = await call('marcus', 'document.share', { path, body })
      return { path: { ...path, grantId: text(grant, 'id') } }
    },
  },
  { id: 'documentRequest.act', as: 'marcus', make: asks },
  {
    ...{ id: 'documentRequest.remind', as: 'marcus' },
    make: async (call) => {
      const path = { did: 'outgoing-requests' }
      const query = { requestingVASPdid: kestrelBay, status: 'PENDING' }
      const sent = list(await call('marcus', 'documentRequest.list', { path, query }), 'requests')
      const requestId = text(sent[next() % Math.max(sent.length, 1)], 'id')
      return { path: { did: kestrelBay, requestId } }
    },
  },
  { id: 'evidence.queue', as: 'noor', make: async () => ({}) },
  {
    ...{ id: 'evidence.show', as: 'marcus' },
    make: async (call) => ({ ...own, body: { documentIds: [await shown(call)] } }),
  },
  {
    ...{ id: 'evidence.decide', as: 'noor' },
    make: async (call) => {
      const documentId = await shown(call)
      await call('marcus', 'evidence.show', { ...own, body: { documentIds: [documentId] } })
      return {
        path: { did: kestrelBay, documentId },
        body: { version: 1, action: 'take', reason: fresh() },
      }
    },
  },
  {
    ...{ id: 'evidence.file', as: 'noor' },
    make: async (call) => {
      const documentId = await shown(call)
      await call('marcus', 'evidence.show', { ...own, body: { documentIds: [documentId] } })
      return { path: { did: kestrelBay, documentId }, query: { version: '1' } }
    },
  },
  ...webhookRecipes,
  { id: 'mailbox.get', as: 'nobody', make: async () => ({}) },
  { id: 'receiver.get', as: 'ana', make: async () => ({}) },
  { id: 'verification.queue', as: 'noor', make: async () => ({}) },
  { id: 'administration.list', as: 'noor', make: async () => ({}) },
]
