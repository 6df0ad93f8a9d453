import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DirectoryQuery } from '@countersign/contracts/trust'
import { connect } from '@countersign/kit/db'
import { ensureDatabase, startPostgres } from '@countersign/kit/embedded-postgres'
import { migrate } from '@countersign/kit/migrate'
import { vault } from '@countersign/kit/vault'
import type { TrustTables } from '@countersign/trust'
import { allMigrations } from '../../apps/server/src/migrations.ts'
import {
  countDirectoryFacets,
  directoryOf,
  listDirectory,
} from '../../contexts/trust/src/directory/directory.operations.ts'
import { table } from '../figures.ts'
import { query } from '../service.ts'
import { measureLoad } from './load.ts'
import { changeOne, fillDirectory, reviewer } from './rows.ts'

const companies = Number(process.env.BENCH_COMPANIES ?? 100_000)
const calls = Number(process.env.BENCH_CALLS ?? 60)
const audience = { own: [reviewer], isInternal: false }

/** A directory of 100,000 companies: each kind of search alone, then all of them at a steady rate. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const postgres = await startPostgres({ dataDir })
  const pidFile = await readFile(join(dataDir, 'cluster/data/postmaster.pid'), 'utf8')
  const postmaster = Number(pidFile.split('\n')[0])
  try {
    await ensureDatabase(postgres.url(), 'directory')
    const url = postgres.url('directory')
    await migrate(url, allMigrations)
    const began = performance.now()
    await query(url, fillDirectory, [companies, reviewer])
    await query(url, 'vacuum (analyze) trust.vasp')
    await query(url, 'vacuum (analyze) trust.review')
    const took = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`directory: ${companies} companies inserted in ${took} s`)
    const database = connect<TrustTables>({ url, role: 'countersign_app' })
    const reach = { database, vault: vault([{ id: 'k1', key: randomBytes(32) }]) }
    const directory = directoryOf(reach)
    try {
      await measureAll(
        (asked) => listDirectory(directory, DirectoryQuery.parse(asked), audience, new Date()),
        {
          facets: (asked) => countDirectoryFacets(directory, DirectoryQuery.parse(asked), audience),
          // As when the process has just begun.
          firstFacets: () => countDirectoryFacets(directoryOf(reach), {}, audience),
        },
      )
      await measureLoad(directory, { change: () => query(url, changeOne), postmaster })
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Asked = Readonly<Record<string, unknown>>
/** What the nth call of a kind asks for; words that were asked for before are remembered. */
type Asks = Asked | ((call: number) => Asked)
type Page = Awaited<ReturnType<typeof listDirectory>>

/** Words of names, two letters of each in the wrong order. */
const firsts = ['kesterl', 'meridain', 'harbuor', 'graniet', 'indgio', 'lagoo']
/** The signs of which each name in signs has two. */
const signs = '東京日本取引所資産'

const searches: readonly (readonly [string, Asks])[] = [
  ['first page', {}],
  ['… of all listings', { listingType: 'all' }],
  ['page 1,000', { page: 1_000 }],
  ['a name', { q: 'holdings 4711' }],
  ['… never asked for before', (n) => ({ q: `holdings ${1_000 + n}` })],
  ['… its words the other way round', (n) => ({ q: `${2_000 + n} ltd holdings` })],
  ['… with a typing error', (n) => ({ q: `${firsts[n % firsts.length]} ${3_000 + n}` })],
  ['two signs', (n) => ({ q: signs.slice(n % 8, (n % 8) + 2) })],
  [
    'an address',
    (n) => ({ listingType: 'all', q: `https://www.company-${4_000 + n}.example/en?from=${n}` }),
  ],
  ['a word of many names', { q: 'exchange' }],
  ['three letters', { q: 'amb' }],
  ['two letters', { q: 'am' }],
  ['one letter', { q: 'a' }],
  ['… second page', { q: 'exchange', page: 2 }],
  ['… page 100', { q: 'exchange', page: 100 }],
  ['no match', { q: 'nobody at all' }],
  ['one country', { jurisdictions: 'SG' }],
  ['badge verified', { badge: 'verified' }],
  [
    'Super VASP, regulated, three countries',
    { badge: 'super_vasp', regulatoryStatus: 'Regulated', jurisdictions: 'SG,JP,DE' },
  ],
  ['jurisdiction status', { filterByJurisdictionStatus: 'gracePeriodOngoing' }],
  ['trusted by us', { reviewedByVaspDID: reviewer, reviewValue: 'TRUSTED' }],
  ['not reviewed by us', { reviewedByVaspDID: reviewer, reviewValue: 'NULL' }],
  ['by change, newest first', { order: 'updatedAt:DESC' }],
  ['by status, then name', { order: 'regulatoryStatus:ASC:NULLS LAST,name' }],
]

async function measureAll(
  list: (asked: Asked) => Promise<Page>,
  {
    facets,
    firstFacets,
  }: Record<'facets' | 'firstFacets', (asked: Asked) => Promise<{ total: number }>>,
): Promise<void> {
  const rows = [['', 'matches', 'p50 ms', 'p95 ms', 'p99 ms']]
  const note = async (name: string, work: (call: number) => Promise<number>) => {
    rows.push(await measure(name, work))
  }
  for (const [name, asked] of searches)
    await note(name, async (call) => {
      const query = typeof asked === 'function' ? asked(call) : asked
      return (await list(query)).pagination.total
    })
  const deep = (await list({ page: 1_000 })).pagination.next
  if (deep)
    await note(
      'cursor after page 1,000',
      async () => (await list({ cursor: deep })).pagination.total,
    )
  await note('facets of everything', async () => (await facets({})).total)
  await note('… read for the first time', async () => (await firstFacets({})).total)
  await note('facets of one country', async () => (await facets({ jurisdictions: 'SG' })).total)
  await note('facets of a word', async () => (await facets({ q: 'exchange' })).total)
  table(rows)
}

async function measure(name: string, work: (call: number) => Promise<number>): Promise<string[]> {
  const times: number[] = []
  let found = await work(calls)
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    found = await work(n)
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
  return [name, String(found), at(0.5), at(0.95), at(0.99)]
}
