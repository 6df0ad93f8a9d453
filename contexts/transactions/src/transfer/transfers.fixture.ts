import { randomBytes } from 'node:crypto'
import type { RoleGrant } from '@countersign/contracts'
import { transactions as contract } from '@countersign/contracts/transactions'
import { type Client, client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { serve } from '@countersign/kit/serve'
import { injected, injecting, query, testClock, testDatabase } from '@countersign/kit/testing'
import { gateOfMany } from '@countersign/kit/testing-gate'
import { vault } from '@countersign/kit/vault'
import type { Company, Counterparty, TransactionsDeps } from '../deps.ts'
import { transactions } from '../index.ts'
import { localCounterparty } from '../step/index.ts'
import type { DB } from '../tables.gen.ts'
import { embeddedMarket, type Rule } from '../threshold/index.ts'

export { type StepKind, stepKinds } from './step.store.ts'

/** Two companies in Singapore, one that is disabled, and one for which nobody works. */
export const [kestrel, granite, closed, vacant] = [
  'did:web:kestrel.example',
  'did:web:granite.example',
  'did:web:closed.example',
  'did:web:vacant.example',
] as const

/** The companies that answer by a script. */
const simulatorDid = 'did:web:simulator.example'
export const simulatorBranch = 'did:web:branch.simulator.example'

const company = (did: string, more: Partial<Company> = {}): Company => ({
  did,
  name: did.slice(8, -8),
  logo: null,
  countries: ['SG'],
  incorporation: 'SG',
  enabled: true,
  hasAdmin: true,
  verified: true,
  phase: 'LIVE',
  answersWithin: null,
  group: did,
  ...more,
})

/** The rule of both companies' country. */
export const singapore: Rule = {
  id: 'SG',
  version: 1,
  countries: ['SG'],
  status: 'inForce',
  confidence: 'high',
  tiers: [
    {
      comparator: '>=',
      amount: 1500,
      currency: 'SGD',
      requires: {
        all: ['originator.NAME', 'originator.ACCOUNT', 'beneficiary.NAME', 'beneficiary.ACCOUNT'],
      },
      fields: [],
    },
  ],
} as unknown as Rule

/** Personal data of a transfer, with a canary in each leaf that is a name. */
export const canaries = ['Quillbottom', 'Zephyrine', 'Thistlewood', 'Ambrosius'] as const
const person = (primaryIdentifier: string, secondaryIdentifier: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    customerIdentification: `K-${secondaryIdentifier}`,
  },
})
const accounts = {
  originator: '0x52908400098527886E0F7030069857D2E4169EE7',
  beneficiary: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
}
export const ivms101 = {
  originator: {
    originatorPerson: [person(canaries[0], canaries[1])],
    accountNumber: [accounts.originator],
  },
  beneficiary: {
    beneficiaryPerson: [person(canaries[2], canaries[3])],
    accountNumber: [accounts.beneficiary],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
}

/** A transfer above the threshold, complete. */
export const draft = (more: object = {}) => ({
  originatorVASPdid: kestrel,
  beneficiaryVASPdid: granite,
  transactionAsset: 'ETH',
  amount: '1.5',
  network: 'ethereum',
  transactionBlockchainInfo: { destination: accounts.beneficiary },
  ivms101,
  ...more,
})

/** The context on a database of its own, with what it needs of others as plain facts. */
export async function transfersFixture(
  overrides: Partial<TransactionsDeps> = {},
  log = createLog('error'),
) {
  const { url, drop } = await testDatabase()
  const database = connect<DB>({ url, role: 'countersign_app' })
  const clock = testClock()
  const companies = new Map(
    [
      company(kestrel),
      company(granite),
      company(closed, { enabled: false }),
      company(vacant, { hasAdmin: false }),
      company(simulatorDid),
      company(simulatorBranch, { group: simulatorDid }),
    ].map((one) => [one.did, one]),
  )
  const verdicts = new Map<string, string>()
  const looks = new Map<string, Partial<Counterparty>>()
  const survivors = new Map<string, string>()
  const settings = new Map<string, 'CREATED' | 'SENT' | 'ACK' | 'ACCEPTED'>()
  const opening = new Set<string>()
  const metered: string[] = []
  const files = new Map<string, Uint8Array>()
  const deps: TransactionsDeps = {
    database,
    clock,
    vault: vault([{ id: 'test', key: randomBytes(32) }]),
    log: { warn: () => undefined },
    files: {
      put: async (key, bytes) => void files.set(key, bytes),
      get: async (key) => {
        const bytes = files.get(key)
        return (
          bytes &&
          (async function* () {
            yield bytes
          })()
        )
      },
      remove: async (key) => void files.delete(key),
    },
    ...embeddedMarket,
    companies: async (_, dids) => dids.flatMap((did) => companies.get(did) ?? []),
    survivorOf: async (_, did) => survivors.get(did) ?? null,
    groupOf: async (_, did) =>
      [...companies.values()]
        .filter((one) => one.did !== did && one.enabled && one.group === companies.get(did)?.group)
        .map((one) => one.did),
    counterparties: async (_, did, others) =>
      others.flatMap((other) => {
        const known = companies.get(other)
        return known
          ? [
              {
                ...{ nextReviewAt: null, questionnaireUntil: null, ...looks.get(other) },
                ...known,
                verdict: verdicts.get(`${did} ${other}`) ?? null,
              },
            ]
          : []
      }),
    jurisdictions: async () => [singapore],
    statusToProcess: async (_, did) => settings.get(did) ?? null,
    opensBySetting: async (_, did) => opening.has(did),
    peopleOf: async (_, did, people) => new Map(people.map((one) => [one, `Somebody at ${did}`])),
    rolesOf: async () => ['compliance_officer'],
    clientsOf: async (_, did) => [`client_of_${did.slice(8)}`],
    officerAddresses: async (_, did) => [`officer@${did.slice(8)}`],
    addressOf: async (_, __, person) => `${person.slice(12)}@desk.example`,
    origin: 'https://desk.example',
    counterparty: localCounterparty,
    simulator: { did: simulatorDid, subsidiary: simulatorBranch },
    allowance: async () => true,
    planLimit: async () => null,
    forgetPdfs: async () => undefined,
    meter: async (_, { transferId }) => void metered.push(transferId),
    ...overrides,
  }
  type Person = { did?: string; clientId?: string; role?: RoleGrant['role'] }
  const callerOf = (vaspDID: string, { role = 'compliance_officer', ...more }: Person = {}) => ({
    viewer: {
      did: `did:example:person-of-${vaspDID.slice(8)}`,
      ...more,
      grants: [{ vaspDID, role }],
    },
    requestId: 'test',
    company: vaspDID,
  })
  type Caller = ReturnType<typeof callerOf>
  const { gate, headersOf } = gateOfMany<Caller>()
  const newApp = (other: Partial<TransactionsDeps> = {}) => {
    const app = httpServer({ log, errors: productErrors })
    const handlers = transactions({ ...deps, ...other })
    const own = { ...gate, permit: (known: Caller) => known }
    serve(app, { contract, prefix: '/api', strictQuery: true, handlers, gate: own })
    return app
  }
  const shared = newApp()
  const callsOf = (
    vaspDID: string,
    person?: Person,
    other?: Partial<TransactionsDeps>,
  ): Client<typeof contract> => {
    const headers = headersOf(callerOf(vaspDID, person))
    const app = other ? newApp(other) : shared
    return client(contract, { base: '/api', headers, fetcher: injected(app) })
  }
  return {
    url,
    deps,
    clock,
    companies,
    verdicts,
    /** What is known of a counterparty besides the verdict. */
    looks,
    /** The companies that duplicates were merged into. */
    survivors,
    settings,
    /** The companies whose setting opens personal data by itself. */
    opening,
    metered,
    /** What is kept, by key. */
    files,
    /** Every call as somebody of a company. */
    apiOf: callsOf,
    /** Calls as somebody of a company; `other` is what their process knows differently. */
    as: (...of: Parameters<typeof callsOf>) => callsOf(...of).tx,
    /** The same, for comments. */
    commentsOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).comments,
    /** Requests by hand. */
    requestsOf: (...of: Parameters<typeof callerOf>) =>
      injecting(shared, headersOf(callerOf(...of))),
    /** The same, for exports. */
    exportsOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).exportRequests,
    /** The same, for bulk actions. */
    bulkOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).bulk,
    /** The same, for the company's address book. */
    bookOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).address,
    /** The same, for what people ask about their data. */
    privacyOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).privacyRequests,
    /** The same, for what the company keeps. */
    retentionOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).retention,
    /** The same, for proofs of wallets. */
    proofsOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).proofs,
    /** The same, for the company's customers. */
    customersOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).customers,
    /** The same, for the company's keys. */
    keysOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).piiKeys,
    /** The same, for the simulator. */
    simulatorOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).simulator,
    /** The same, for the rules of the company. */
    rulesOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).rules,
    /** The same, for the network's desk. */
    networkOf: (...of: Parameters<typeof callsOf>) => callsOf(...of).network,
    /** As the owner of the database, whom no policy binds. */
    rows: (statement: string) => query(url, statement),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}
