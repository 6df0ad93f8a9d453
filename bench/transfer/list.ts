import { cpuOfTree } from '../cpu.ts'
import { quantiles, table } from '../figures.ts'
import { type Desk, onDesk } from './desk.ts'
import { countries, counts, fill, month, oldDay, rareAsset, someHash } from './list-rows.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const calls = Number(process.env.BENCH_CALLS ?? 30)
const [today, lately] = [0, 30].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
)
const [ours, big, small] = ['did:web:ours.example', 'did:web:big.example', 'did:web:small.example']

const statuses =
  'SAVED,MISSING_BENEFICIARY_DATA,NEW,WAITING_FOR_INFORMATION,SENT,ACK,NOT_READY,ACCEPTED,DECLINED,REJECTED,CANCELLED,INCOMPLETE'
const types = ['TRAVELRULE', 'BELOW_THRESHOLD', 'NON_CUSTODIAL', 'UNKNOWN']

/** The filters that people use, as the query of the operation. The first are of cells, companies and dates alone. */
const filters: readonly (readonly [string, string])[] = [
  ['none', ''],
  ...statuses.split(',').map((one) => [one, `status=${one}`] as const),
  ...['incoming', 'outgoing', 'internal'].map((one) => [one, `txDirection=${one}`] as const),
  ...types.map((one) => [one, `transactionType=${one}`] as const),
  ['a common asset', 'transactionAsset=ETH'],
  ['a rare asset', `transactionAsset=${rareAsset}`],
  ['a big counterparty', `vasps=${big}`],
  ['a small counterparty', `vasps=${small}`],
  ['both', `vasps=${big},${small}`],
  ['last 7 days', `start=${month.recent}`],
  ['a day a year ago', `start=${oldDay}&end=${oldDay}`],
  ['inbox', 'txGroup=INBOX&sort=dueAt:ASC'],
  ['month and status', `status=DECLINED&start=${month.start}&end=${month.end}`],
  ['incoming and ACK', 'txDirection=incoming&status=ACK'],
  ['counterparty and status', `vasps=${big}&status=DECLINED`],
  [
    'rare asset, status, month',
    `transactionAsset=${rareAsset}&status=ACCEPTED&start=${month.start}&end=${month.end}`,
  ],
  ['by value', 'sort=transactionAmount:DESC'],
  ['a status by value', 'status=DECLINED&sort=transactionAmount:DESC'],
  ['others: country', 'jurisdictions=LT'],
  ['others: rule', 'rule=rul_7'],
  ['others: assignee', 'assignee=did:example:mei'],
  ['others: reason', 'reason=SANCTIONS'],
  ['others: no hash', 'hasHash=false'],
  ['others: value and month', `minValue=5000&maxValue=6000&start=${month.start}&end=${month.end}`],
  ['others: waits for them', 'waitsFor=them'],
  ['others: country, asset, value', 'jurisdictions=LT&transactionAsset=BTC&minValue=9000'],
  ['found: by hash', `q=${someHash}`],
  ['found: by address', `wallet=${someHash}`],
  ['found: by reference', 'q=ref-500'],
  ['found: by a name', 'q=199'],
  ['others: a tag that nothing has', 'tag=none'],
  ['others: the same by value', 'tag=none&sort=transactionAmount:DESC'],
]

/** What is counted: what waits, a month by days and a year by months, as the dashboard has them, and a year by days. */
const counted: readonly (readonly [string, string])[] = [
  ['counts of the inbox and by status', 'counts'],
  ['volumes of a month by day', `statistics?from=${lately}&to=${today}`],
  ['of a year by month', `statistics?from=${oldDay}&to=${today}&by=month`],
  ['of a year by day', `statistics?from=${oldDay}&to=${today}`],
  ['outcomes of a month by day', `statistics/outcomes?from=${lately}&to=${today}`],
  ['of a year by month', `statistics/outcomes?from=${oldDay}&to=${today}&by=month`],
  ['of a year by day', `statistics/outcomes?from=${oldDay}&to=${today}`],
  ['counterparties of a year', `statistics/counterparties?from=${oldDay}&to=${today}`],
]

/**
 * Pages of a company with a million transfers, by each filter: the first page, and one from the middle.
 * @param only filters with this in their name; all when absent
 */
export async function run([only = '']: readonly string[]): Promise<void> {
  const work = async (desk: Desk) => {
    const began = performance.now()
    const { rows: kept } = await desk.owner.query('select from transactions.side limit 1')
    if (kept.length === 0) await fill(desk.owner, { ours, big, small, rows })
    else await desk.owner.query('vacuum analyze')
    const took = ((performance.now() - began) / 1_000).toFixed(0)
    console.log(`transfer-list: ${rows} transfers in ${took} s, ${calls} calls each`)
    await countries(desk.owner)
    await counts(desk.owner, ours)
    await desk.owner.query('analyze transactions.outcome_day, transactions.pair_month')
    // Milliseconds by the clock, which other work on the machine disturbs, and of the processor.
    const times = (page: string) => [`${page} p50 ms`, 'p99', 'CPU of Node', 'of PostgreSQL']
    const found = [['filter', 'total', ...times('first'), ...times('middle'), 'page']]
    for (const [name, query] of filters.filter(([name]) => name.includes(only)))
      found.push([name, ...(await measure(desk, query))])
    table(found)
    const slow = found
      .slice(1)
      .filter(([, , , p99, , , , deep]) => Number(p99) > 50 || Number(deep) > 50)
    console.log(`over 50 ms: ${slow.length} of ${filters.length}`)
    const partial = found.filter((line) => line.at(-1) === 'partial')
    console.log(`partial pages: ${partial.length}`)
    const figures = [['statistics', 'p50 ms', 'p99', 'CPU of Node', 'of PostgreSQL']]
    for (const [name, path] of counted) {
      const { p50, p99, cpu } = await timed(desk, `/tx/${path}`)
      figures.push([name, p50, p99, ...cpu])
    }
    table(figures)
    await readByKey(desk)
  }
  await onDesk([ours, big, small], work, {}, true)
}

async function measure(desk: Desk, query: string): Promise<string[]> {
  const path = `/tx/list?resultsPerPage=50&${query}`
  const first = await timed(desk, path)
  const isByTime = !query.includes('sort=') && !query.includes('start=')
  const deep = isByTime ? await timed(desk, `${path}&at=${month.start}T00:00:00Z`) : undefined
  const { totalItems, totalIsLowerBound, scannedUntil } = Object(first.answer.paginateInfo)
  return [
    `${totalItems}${totalIsLowerBound ? '+' : ''}`,
    ...[first.p50, first.p99, ...first.cpu],
    ...(deep ? [deep.p50, deep.p99, ...deep.cpu] : ['', '', '', '']),
    scannedUntil ? 'partial' : 'full',
  ]
}

/** What finding one transfer is compared with. */
async function readByKey({ owner }: Desk): Promise<void> {
  const sql = 'select * from transactions.side where vasp_did = $1 and transfer_id = $2'
  const id = '01900000-004d-7000-8000-00000000004d'
  const times: number[] = []
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    const { rowCount } = await owner.query(sql, [ours, id])
    times.push(performance.now() - began)
    if (rowCount !== 1) throw new Error('No such transfer')
  }
  const { p50, p99 } = quantiles(times)
  console.log(`read by primary key: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}`)
}

async function timed({ call, postmaster }: Desk, path: string) {
  const times: number[] = []
  let answer = await call(ours, 'GET', path)
  const [node, server] = [process.cpuUsage(), cpuOfTree(postmaster)]
  for (let n = 0; n < calls; n++) {
    const began = performance.now()
    answer = await call(ours, 'GET', path)
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(node)
  const cpu = [user + system, cpuOfTree(postmaster) - server].map((all) =>
    (all / 1_000 / calls).toFixed(1),
  )
  const { p50, p99 } = quantiles(times)
  return { answer, p50: p50.toFixed(1), p99: p99.toFixed(1), cpu }
}
