import { localCounterparty, type TransactionsDeps } from '@countersign/transactions'
import { sweepSteps } from '../../contexts/transactions/src/step/index.ts'
import { alone, beside } from '../beside.ts'
import { cpuOfTree } from '../cpu.ts'
import { table } from '../figures.ts'
import { type Desk, onDesk } from './desk.ts'
import { draftOf } from './life.ts'

const steps = Number(process.env.BENCH_ROWS ?? 10_000)
const clients = 8
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)
const other = 'did:web:other.example'

/**
 * Steps a second after an outage: transfers were sent, and nothing reached the other companies for an hour. Then all of
 * it is due at once. Beside it what another company notices, and its own time alone.
 */
export async function run(): Promise<void> {
  let isAway = true
  const leave: TransactionsDeps['counterparty']['leave'] = (_, step) =>
    isAway ? { ...step, due: new Date(step.due.getTime() + 3_600_000) } : step
  const work = async (desk: Desk) => {
    const began = performance.now()
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let n = client; n < steps; n += clients) await send(desk, n)
      }),
    )
    isAway = false
    await desk.owner.query(
      'update transactions.step set due_at = now() where done_at is null and not timer',
    )
    const took = ((performance.now() - began) / 1_000).toFixed(0)
    console.log(`transfer-outage: ${steps} steps in ${took} s`)
    for (let n = 0; n < 60; n++)
      await desk.call(other, 'POST', '/tx/create', draftOf(other, companies[0] ?? ''))
    const read = () => desk.call(other, 'GET', '/tx/list?resultsPerPage=50')
    const before = await alone(50, read)
    const ended = beside(50, read)
    const from = {
      at: performance.now(),
      node: process.cpuUsage(),
      server: cpuOfTree(desk.postmaster),
    }
    let ran = 0
    for (let some = 1; some > 0; ran += some) some = await sweepSteps(desk)
    const seconds = (performance.now() - from.at) / 1_000
    const node = process.cpuUsage(from.node)
    const server = cpuOfTree(desk.postmaster) - from.server
    const during = await ended()
    const each = (microseconds: number) => (microseconds / 1_000 / ran).toFixed(2)
    table([
      ['', 'steps', 'steps/s', 'CPU ms of Node', 'of PostgreSQL'],
      [
        ...['due at once', String(ran), (ran / seconds).toFixed(0)],
        ...[each(node.user + node.system), each(server)],
      ],
      ['goal', '', '150', '', ''],
    ])
    table([
      ['another company’s list', 'p50 ms', 'p99'],
      ['alone', before.p50.toFixed(1), before.p99.toFixed(1)],
      ['beside the steps', during.p50.toFixed(1), during.p99.toFixed(1)],
    ])
    console.log(`another company: ${(during.p99 / before.p99).toFixed(2)} × at p99 (goal 1.5)`)
    const { rows } = await desk.owner.query(
      'select count(*)::int as left from transactions.step where done_at is null and not timer',
    )
    console.log(`left: ${rows[0]?.left}`)
  }
  await onDesk([...companies, other], work, { counterparty: { ...localCounterparty, leave } })
}

/** Creates and sends a transfer. */
async function send({ call }: Desk, n: number): Promise<void> {
  const from = companies[n % companies.length] ?? ''
  const to = companies[(n + 1) % companies.length] ?? ''
  const { id } = await call(from, 'POST', '/tx/create', draftOf(from, to))
  await call(from, 'POST', `/tx/approve?id=${id}`)
}
