import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BillingTables, meter } from '@countersign/billing'
import { transactions as contract } from '@countersign/contracts/transactions'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { migrate } from '@countersign/kit/migrate'
import { serve } from '@countersign/kit/serve'
import { testPool } from '@countersign/kit/testing-query'
import { vault } from '@countersign/kit/vault'
import {
  embeddedMarket,
  localCounterparty,
  type TransactionsDeps,
  type TransactionsTables,
  transactions,
} from '@countersign/transactions'
import { type TrustTables, transferPort } from '@countersign/trust'
import type pg from 'pg'
import { allMigrations } from '../../apps/server/src/migrations.ts'

/** One call of a company, in the server's own process; @throws unless it succeeds. */
export type Call = (
  company: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>

/** The API of transfers on a database of its own, with its companies. */
export type Desk = {
  readonly call: Call
  /** What its workers need. */
  readonly deps: TransactionsDeps
  readonly relay: TransactionsDeps['database']
  readonly owner: pg.Pool
  /** Process id of the database server. */
  readonly postmaster: number
}

/** As many as the product has. */
const connections = 10

/**
 * Serves transfers of some companies for as long as a benchmark runs, on a database that the directory `BENCH_DATA` keeps
 * for the next run if it is given.
 * @param more in place of what the product has
 * @param isFilled whether rows are put in by the million, which is not to wait for the disk
 */
export async function onDesk(
  companies: readonly string[],
  run: (desk: Desk) => Promise<void>,
  more: Partial<TransactionsDeps> = {},
  isFilled = false,
): Promise<void> {
  const kept = process.env.BENCH_DATA
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'countersign-transfers-')))
  // Millions of rows are put in first: what they are asked afterwards writes nothing to disk.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
  }
  const postgres = await startPostgres({ dataDir, ...(isFilled && { settings }) })
  await ensureDatabase(postgres.url(), 'transfers')
  const url = postgres.url('transfers')
  await migrate(url, allMigrations)
  const database = connect<TransactionsTables & TrustTables & BillingTables>({
    url,
    role: 'countersign_app',
    max: connections,
  })
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay', max: 2 })
  const owner = testPool({ connectionString: url, max: connections })
  const pid = await readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8').catch(() =>
    readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'),
  )
  await owner.query(
    `insert into trust.vasp (vasp_did, profile, verification_status, has_admin, listing, created_at, updated_at)
     select did, jsonb_build_object('name', did, 'incorporationCountry', 'SG', 'jurisdictions', array['SG']),
       'VERIFIED', true, 'listed', now(), now() from unnest($1::text[]) did on conflict do nothing`,
    [companies],
  )
  const deps: TransactionsDeps = {
    database,
    clock: Date.now,
    vault: vault([{ id: 'bench', key: randomBytes(32) }]),
    log: { warn: (facts: object) => console.error(facts) },
    files: {
      put: async () => undefined,
      get: async () => undefined,
      remove: async () => undefined,
    },
    ...embeddedMarket,
    ...transferPort,
    peopleOf: async (_, __, people) => new Map(people.map((one) => [one, one])),
    rolesOf: async () => ['compliance_officer'],
    clientsOf: async () => [],
    officerAddresses: async () => [],
    addressOf: async () => undefined,
    origin: 'https://desk.example',
    allowance: async () => true,
    planLimit: async () => null,
    forgetPdfs: async () => undefined,
    counterparty: localCounterparty,
    simulator: null,
    meter,
    ...more,
  }
  const handlers = transactions(deps)
  const servers = new Map(companies.map((company) => [company, serverFor(company, handlers)]))
  const call: Call = async (company, method, path, body) => {
    const server = servers.get(company)
    if (!server) throw new Error(`No such company: ${company}`)
    const answer = await server.inject({
      method,
      url: `/api${path}`,
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  try {
    await run({ call, deps, relay, owner, postmaster: Number(pid.split('\n')[0]) })
  } finally {
    await Promise.all([database.close(), relay.close(), owner.end()])
    await postgres.stop()
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}

function serverFor(vaspDID: string, handlers: ReturnType<typeof transactions>) {
  const caller = {
    viewer: {
      did: `did:example:person-of-${vaspDID}`,
      grants: [{ vaspDID, role: 'compliance_officer' as const }],
    },
    requestId: 'bench',
    company: vaspDID,
  }
  const app = httpServer({ log: createLog('error'), errors: productErrors })
  const gate = { identify: async () => caller, permit: (known: typeof caller) => known }
  serve(app, { contract, prefix: '/api', strictQuery: true, handlers, gate })
  return app
}
