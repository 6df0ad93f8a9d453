import { randomBytes } from 'node:crypto'
import { type Contract, can, canIn } from '@countersign/contracts'
import { identity as contract, Viewer } from '@countersign/contracts/identity'
import { connect } from '@countersign/kit/db'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { serve } from '@countersign/kit/serve'
import { query, run, testClock, testDatabase } from '@countersign/kit/testing'
import { testBrowser } from '@countersign/kit/testing-browser'
import { vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import { type Companies, type IdentityDeps, type IdentityTables, identity } from './index.ts'
import { fakeProvider } from './session/fake-provider.fixture.ts'

export const origin = 'http://localhost:3000'
/** With characters that the Basic scheme has to encode. */
export const clientSecret = 'the secret: of the tests+%'
export const rolesClaim = 'https://countersign.example/roles'
export const acme = 'did:web:acme.example'
export const globex = 'did:web:globex.example'

const answer = { 200: z.object({ company: z.optional(z.string()) }) }
const body = z.object({ did: z.string() })

/** Operations of every kind of access, for the gate to guard. */
export const guarded = {
  thing: {
    read: { method: 'GET', path: '/thing', summary: '', access: 'viewer', returns: answer },
    open: { method: 'GET', path: '/open', summary: '', access: 'anyone', returns: answer },
    write: { method: 'POST', path: '/thing', summary: '', access: 'viewer', returns: answer },
    list: {
      ...{ method: 'GET', path: '/things', summary: '', returns: answer },
      access: can('transactions.list'),
    },
    inPath: {
      ...{ method: 'GET', path: '/things/{did}', summary: '', returns: answer },
      access: canIn('transactions.list', 'did'),
    },
    inQuery: {
      ...{ method: 'GET', path: '/query', summary: '', returns: answer },
      access: canIn('transactions.list', 'vaspDID'),
      query: z.object({ vaspDID: z.optional(z.string()) }),
    },
    sole: {
      ...{ method: 'GET', path: '/sole', summary: '', returns: answer },
      access: canIn('transactions.list', 'vaspDID', { people: 'inside', sole: true }),
      query: z.object({ vaspDID: z.optional(z.string()) }),
    },
    swapped: {
      ...{ method: 'GET', path: '/swapped', summary: '', returns: answer },
      access: canIn('transactions.list', 'vaspDID'),
      query: z.object({
        vaspDID: z.pipe(
          z.string(),
          z.transform(() => globex),
        ),
      }),
    },
    inBody: {
      ...{ method: 'POST', path: '/body', summary: '', returns: answer },
      access: canIn('rules.set', 'did'),
      body,
    },
    download: {
      ...{ method: 'GET', path: '/file', summary: '', access: 'viewer', navigation: true },
      returns: { 200: null },
    },
  },
} as const satisfies Contract

/** Two companies, one of them without an admin; their own context keeps them in the product. */
const fewCompanies = (): Companies => ({
  find: async (_, dids) =>
    [
      {
        ...{ did: acme, name: 'Acme', hasAdmin: true },
        website: null,
        emailDomains: ['acme.example'],
      },
      { ...{ did: globex, name: 'Globex', hasAdmin: false }, website: null, emailDomains: [] },
    ].filter(({ did }) => dids.includes(did)),
  gatewayOf: async (_, did) => (did === globex ? { did: acme, name: 'Acme' } : null),
  left: async () => undefined,
  membersAmong: async (_, dids, parent) => dids.filter((did) => did === globex && parent === acme),
  disabledAmong: async () => [],
  isTaken: async () => false,
  create: async () => undefined,
  settle: async () => undefined,
  claimed: async () => undefined,
})

/** The product with nothing in it but identity, before the fake provider. */
export async function startDesk(overrides: Partial<IdentityDeps> = {}) {
  const client = { clientId: 'desk', clientSecret: clientSecret }
  const provider = await fakeProvider(client)
  const { url, drop } = await testDatabase()
  const database = connect<IdentityTables>({ url, role: 'countersign_app' })
  const clock = testClock()
  const companies = fewCompanies()
  const sealing = vault([{ id: 'test', key: randomBytes(32) }])
  const lines: object[] = []
  const note = (facts: object) => {
    lines.push(facts)
  }
  const context = identity({
    database,
    clock,
    vault: sealing,
    log: { info: note, warn: note },
    origins: [origin],
    provider: { issuer: provider.issuer, ...client },
    rolesClaim,
    companies,
    ...overrides,
  })
  const app = httpServer({ log: createLog('silent'), errors: productErrors })
  const echo = ({ company }: { company?: string }) => ({ ...(company && { company }) })
  const { handlers, gate } = context
  serve(app, { contract, prefix: '/api', strictQuery: true, handlers, gate })
  serve(app, {
    contract: guarded,
    prefix: '/api',
    gate,
    handlers: {
      thing: {
        ...{ read: echo, open: echo, write: echo, list: echo },
        ...{ inPath: echo, inQuery: echo, inBody: echo, sole: echo, swapped: echo },
        download: () => ({ status: 200 as const, body: undefined }),
      },
    },
  })
  const home = (overrides.origins ?? [origin])[0]
  return {
    ...{ app, clock, companies, lines, provider, context, database, home, vault: sealing },
    /** As the owner of the database, whom no policy binds. */
    sql: (statement: string) => run(url, statement),
    /** What the owner reads. */
    rows: (statement: string) => query(url, statement),
    newBrowser: () =>
      testBrowser(Object.fromEntries((overrides.origins ?? [origin]).map((one) => [one, app]))),
    stop: async () => {
      await app.close()
      await database.close()
      await drop()
      await provider.close()
    },
  }
}

export type Desk = Awaited<ReturnType<typeof startDesk>>
export type Browser = ReturnType<Desk['newBrowser']>

/** Signs in. @returns the address at which the browser ends, within the site */
export async function signIn(desk: Desk, browser: Browser, redirect?: string): Promise<string> {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
  const { trail } = await browser.visit(`${desk.home}/api/auth/login${query}`)
  return (trail.at(-1) ?? '').replace(desk.home, '')
}

/** The viewer as this browser sees it. */
export const viewerOf = async (desk: Desk, browser: Browser, init?: RequestInit) =>
  Viewer.parse(await (await browser.fetch(`${desk.home}/api/auth/viewer`, init)).json())
