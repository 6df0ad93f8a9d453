import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import { vault } from '@countersign/kit/vault'
import { folderStorage, noWebhooks, type TrustTables, trust } from '@countersign/trust'

/** A process that uploads a document and deletes it, and dies at the failpoint of its last argument. */
const [url = '', folder = '', did = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
const { document } = trust({
  database: connect<TrustTables>({ url, role: 'countersign_app', max: 2 }),
  clock: Date.now,
  vault: vault([{ id: 'k1', key: randomBytes(32) }]),
  transferActivity: { top: async () => [], byMonth: async () => [] },
  adminAddresses: async () => [],
  origin: 'http://127.0.0.1',
  documents: {
    storage: folderStorage(join(folder, 'kept')),
    spoolFolder: join(folder, 'incoming'),
  },
  webhooks: {
    openApp: () => Promise.reject(new Error('Not here')),
    linkApp: () => Promise.reject(new Error('Not here')),
    lookAtApp: () => Promise.reject(new Error('Not here')),
    deleteApp: () => Promise.reject(new Error('Not here')),
    network: noWebhooks,
  },
  webhookAccess: {
    note: () => Promise.reject(new Error('Not here')),
    isStillAllowed: async () => false,
    endCompany: () => Promise.reject(new Error('Not here')),
  },
})
const caller = {
  viewer: {
    ...{ did: 'did:example:uploader', email: null },
    grants: [{ vaspDID: did, role: 'admin' as const }],
  },
  requestId: 'failpoint',
}
// The gate names the company that it checked.
const ticket = await document.ticket(
  { ...caller, company: did },
  { did, query: { documentType: 'LICENCE' } },
)
const { s3URL } = await document.upload(caller, {
  did,
  body: { ticket: ticket.uploadFields[0]?.value ?? '' },
  file: {
    ...{ name: 'licence.pdf', mediaType: 'application/pdf' },
    bytes: (async function* () {
      yield Buffer.from('%PDF-1.7\n%%EOF\n')
    })(),
  },
})
await document.delete(caller, { did, query: { s3URL } })
