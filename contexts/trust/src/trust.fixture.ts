import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoleGrant } from '@countersign/contracts'
import { trust as contract } from '@countersign/contracts/trust'
import { type Client, client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { type Gate, serve } from '@countersign/kit/serve'
import { emptyDatabase, injected, injecting, testClock } from '@countersign/kit/testing'
import { gateOfMany, openGate } from '@countersign/kit/testing-gate'
import { vault } from '@countersign/kit/vault'
import type { DocumentStorage } from './document/index.ts'
import {
  folderStorage,
  noWebhooks,
  seedVasps,
  type TrustDeps,
  type TrustTables,
  trust,
} from './index.ts'

/** Three companies: a claimed one, its subsidiary, and one that nobody has claimed. */
export const aster = 'did:ethr:0xa1'
export const asterEu = 'did:ethr:0xa2'
export const briar = 'did:ethr:0xb1'

const company = (did: string, name: string, more: object = {}) => ({
  did,
  profile: { name, website: `https://${name.toLowerCase().replaceAll(' ', '-')}.example` },
  regulatoryStatus: 'Regulated',
  verificationStatus: 'VERIFIED',
  hasAdmin: true,
  isActiveReceiver: true,
  isNotifiable: true,
  compliancePhase: 'ACTIVE',
  subsidiaryOf: null,
  protocols: ['TRP'],
  emailDomains: [],
  ...more,
})

/** The context over a database of its own, called through HTTP as whoever `as` names. */
export async function trustFixture({
  documents,
  wrap = (storage) => storage,
  ...more
}: Partial<Pick<TrustDeps, 'gleif' | 'licences' | 'actionSources' | 'transferActivity'>> & {
  documents?: Partial<TrustDeps['documents']>
  /** What stands before, or in the place of, the folder that keeps the documents. */
  wrap?: (folder: DocumentStorage) => DocumentStorage
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-documents-'))
  const { url, drop } = await emptyDatabase()
  const database = connect<TrustTables>({ url, role: 'countersign_app' })
  const relay = connect<TrustTables>({ url, role: 'countersign_relay', max: 2 })
  const clock = testClock()
  await seedVasps(
    database,
    [
      company(asterEu, 'Aster Europe', { subsidiaryOf: aster, verificationStatus: 'UNVERIFIED' }),
      company(aster, 'Aster Exchange', { emailDomains: ['aster.example'] }),
      company(briar, 'Briar Custody', {
        profile: { name: 'Briar Custody', jurisdictions: ['SE', 'FI'] },
        hasAdmin: false,
        isActiveReceiver: false,
        verificationStatus: 'REJECTED',
        regulatoryStatus: 'Pending',
        emailDomains: ['briar.example'],
      }),
    ],
    new Date(clock()),
  )
  const opened: { uid: string; name: string; session: string }[] = []
  const sealing = vault([{ id: 'k1', key: randomBytes(32) }])
  const library = {
    storage: wrap(folderStorage(join(folder, 'kept'))),
    spoolFolder: join(folder, 'incoming'),
    ...documents,
  }
  const handlers = trust({
    transferActivity: { top: async () => [], byMonth: async () => [] },
    ...more,
    database,
    clock,
    vault: sealing,
    documents: library,
    adminAddresses: async (_, did) => (did === briar ? [] : [`admin@${did.slice(-2)}.example`]),
    origin: 'https://desk.example',
    webhooks: {
      openApp: async (app) => {
        opened.push(app)
        const expiresAt = new Date(clock() + 600_000).toISOString()
        return { serverUrl: 'http://127.0.0.1:8071', appId: 'app_1', token: 'token', expiresAt }
      },
      linkApp: async () => {
        const expiresAt = new Date(clock() + 3_600_000).toISOString()
        return { url: 'http://127.0.0.1:8071/portal/login#key=a', appId: 'app_1', expiresAt }
      },
      lookAtApp: async () => undefined,
      deleteApp: async () => undefined,
      network: noWebhooks,
    },
    // Sessions belong to another context; apps/server has the tests of both together.
    webhookAccess: {
      note: async () => ({ session: 'sess_1', isNew: true }),
      isStillAllowed: async () => true,
      endCompany: async () => undefined,
    },
  })
  type Person = { email: string | null; grants: RoleGrant[]; did?: string; clientId?: string }
  const callerOf = (person: Person) => ({
    viewer: { did: 'did:example:tester', ...person },
    requestId: 'test',
  })
  type Caller = ReturnType<typeof callerOf>
  const newApp = (gate: Gate<Caller, Caller>) => {
    const app = httpServer({ log: createLog('error'), errors: productErrors })
    serve(app, { contract, prefix: '/api', strictQuery: true, handlers, gate })
    return app
  }
  const { gate, headersOf } = gateOfMany<Caller>()
  const shared = newApp(gate)
  const as = (person: Person): Client<typeof contract> => {
    const headers = headersOf(callerOf(person))
    return client(contract, { base: '/api', headers, fetcher: injected(shared) })
  }
  return {
    url,
    database,
    relay,
    clock,
    vault: sealing,
    opened,
    documents: library,
    folder,
    as,
    /** Requests by hand. */
    requestsOf: (person: Person) => injecting(shared, headersOf(callerOf(person))),
    /** A server of somebody's own, which can be listened to. */
    appAs: (person: Person) => newApp(openGate(callerOf(person))),
    close: async () => {
      await Promise.all([database.close(), relay.close()])
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
