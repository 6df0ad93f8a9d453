import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { query } from '@countersign/kit/testing-query'
import { vault } from '@countersign/kit/vault'
import type { TransactionsTables } from '@countersign/transactions'
import { allMigrations } from '../apps/server/src/migrations.ts'
import { receive } from '../contexts/transactions/src/upload/receive.ts'
import { workOnUploads } from '../contexts/transactions/src/upload/work.worker.ts'
import { cpuOfTree } from './cpu.ts'
import { table } from './figures.ts'

const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
/** How many addresses a customer has. */
const each = 4
const company = 'did:bench:ours'

async function* customers() {
  yield Buffer.from('customerRef,name,firstName,country,dateOfBirth,placeOfBirth,tags\n')
  const bunch = 1_000
  for (let from = 0; from < lines; from += bunch)
    yield Buffer.from(
      Array.from({ length: Math.min(bunch, lines - from) }, (_, n) => {
        const no = from + n
        const country = no % 1_000 === 999 ? 'Nowhere' : 'SG'
        return `P-${no},Vexington ${no},Marigold,${country},1980-02-03,Ipoh,VIP\n`
      }).join(''),
    )
}

async function* addresses() {
  yield Buffer.from('address,network,customerRef\n')
  const bunch = 1_000
  for (let from = 0; from < lines; from += bunch)
    yield Buffer.from(
      Array.from({ length: Math.min(bunch, lines - from) }, (_, n) => {
        const no = from + n
        const address =
          no % 1_000 === 999 ? 'nowhere' : `0x${(no + 1).toString(16).padStart(40, '0')}`
        return `${address},ethereum,C-${Math.floor(no / each)}\n`
      }).join(''),
    )
}

/**
 * A file of addresses, or of customers (`upload customers`): read and previewed, then registered; that of addresses
 * beside a plain insert into the same tables.
 */
export async function run([of = 'addresses']: readonly string[]): Promise<void> {
  const isOfAddresses = of === 'addresses'
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'upload')
  const url = postgres.url('upload')
  await migrate(url, allMigrations)
  const pid = await readFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), 'utf8')
  const postmaster = Number(pid.split('\n')[0])
  const database = connect<TransactionsTables>({ url, role: 'countersign_app' })
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay' })
  try {
    const deps = {
      database,
      clock: Date.now,
      vault: vault([{ id: 'bench', key: randomBytes(32) }]),
      log: { warn: (facts: object) => console.error(facts) },
      peopleOf: async () => new Map<string, string>(),
    }
    const figures: string[][] = []
    const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      globalThis.gc?.()
      const before = process.memoryUsage.rss()
      const [node, server] = [process.cpuUsage(), cpuOfTree(postmaster)]
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }, 10)
      const began = performance.now()
      const done = await work()
      const seconds = (performance.now() - began) / 1_000
      clearInterval(watch)
      const megabytes = (peak - before) / 1_048_576
      const speed = (lines / seconds).toFixed(0)
      const { user, system } = process.cpuUsage(node)
      const each = [user + system, cpuOfTree(postmaster) - server].map((all) =>
        (all / lines).toFixed(0),
      )
      figures.push([name, seconds.toFixed(1), speed, ...each, megabytes.toFixed(0)])
      return done
    }
    const call = {
      deps,
      at: new Date(),
      actor: { did: 'did:bench:person', requestId: 'bench' },
      caller: { viewer: { did: 'did:bench:person', grants: [] }, requestId: 'bench', company },
    }
    const given = {
      name: 'book.csv',
      mediaType: 'text/csv',
      bytes: isOfAddresses ? addresses() : customers(),
    }
    const { id, counts } = await measured('read and preview', () =>
      receive(call, company, {
        kind: isOfAddresses ? 'ADDRESSES' : 'CUSTOMERS',
        mode: 'ADD',
        file: given,
      }),
    )
    console.log(`upload: ${lines} lines: ${JSON.stringify(counts)}`)
    await query(url, `update transactions.upload set state = 'RUNNING' where id = '${id}'`)
    const work = { deps, relay }
    await measured('register', async () => {
      for (let state = 'RUNNING'; state === 'RUNNING'; ) {
        await workOnUploads(work)
        const [row] = await query(url, `select state from transactions.upload where id = '${id}'`)
        state = String(Object(row).state)
      }
    })
    await measured('clear away', async () => {
      while ((await workOnUploads(work)) > 0);
    })
    if (isOfAddresses)
      await measured('plain insert of as many rows', () =>
        query(
          url,
          `insert into transactions.address (vasp_did, key, hint_key, source_type, type, network, customer_key, created_at)
           select 'did:bench:plain', key, hint_key, source_type, type, network, customer_key, created_at
           from transactions.address;
         insert into transactions.address_claim select key, 'did:bench:plain', audience from transactions.address_claim;
         insert into transactions.customer (vasp_did, ref, customer_key, created_at, updated_at)
           select 'did:bench:plain', ref, customer_key, created_at, updated_at from transactions.customer`,
        ),
      )
    table([['step', 's', 'lines/s', 'µs of Node', 'of PostgreSQL', 'memory added, MB'], ...figures])
  } finally {
    await Promise.all([database.close(), relay.close()])
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
