import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { PdfIssue } from '@countersign/contracts/report'
import { createPdfRenderer } from '@countersign/pdf'
import { residentOfTree } from './cpu.ts'
import { quantiles, table } from './figures.ts'

const warm = 100
const perSecond = 5
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const many = 1_000
const mib = 1024 * 1024

/**
 * How long the certificate of a transfer takes on a warm thread; the 95th percentile while five a second are asked
 * for, with what it does to the event loop of the API; and whether memory grows over a thousand.
 */
export async function run(): Promise<void> {
  const renderer = createPdfRenderer()
  try {
    const once = async () => {
      const began = performance.now()
      const made = await renderer.render(certificate())
      if (typeof made === 'string') throw new Error(`No PDF: ${made}`)
      return performance.now() - began
    }
    for (let n = 0; n < 20; n++) await Promise.all([once(), once()])
    const alone: number[] = []
    // Of all threads of this process.
    const before = process.cpuUsage()
    for (let n = 0; n < warm; n++) alone.push(await once())
    const { user, system } = process.cpuUsage(before)

    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const asked: Promise<number>[] = []
    for (let n = 0; n < perSecond * seconds; n++) {
      asked.push(once())
      await setTimeout(1_000 / perSecond)
    }
    const steady = await Promise.all(asked)
    delay.disable()

    const sizes = [residentOfTree(process.pid)]
    for (let n = 1; n <= many; n++) {
      await once()
      if (n % 100 === 0) sizes.push(residentOfTree(process.pid))
    }
    const size = (bytes: number | undefined) => `${((bytes ?? 0) / mib).toFixed(0)} MiB`
    console.log('pdf: certificates of a transfer with 8 steps, watermark, hash and code')
    table([
      ['', 'measured', 'target'],
      ['ms on a warm thread, p50', quantiles(alone).p50.toFixed(1), '150'],
      ['ms on a warm thread, p95', p95(alone).toFixed(1), ''],
      ['ms of CPU, each', ((user + system) / 1_000 / warm).toFixed(1), ''],
      [`ms at ${perSecond}/s, p95`, p95(steady).toFixed(1), '250'],
      ['ms of delay of the event loop, p99', (delay.percentile(99) / 1e6).toFixed(1), '20'],
      ['memory before', size(sizes[0]), ''],
      ['after 100', size(sizes[1]), ''],
      ['after 500', size(sizes[5]), ''],
      [`after ${many}`, size(sizes.at(-1)), 'as after 500'],
    ])
  } finally {
    await renderer.stop()
  }
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)] ?? Number.NaN

/** A certificate as long as most are; each is another one. */
function certificate(): PdfIssue {
  const id = randomUUID()
  return {
    id: `transfer.${id}`,
    issuedAt: new Date('2026-11-24T03:00:00Z'),
    watermark: 'Prepared for ana@acme.example · 2026-11-24 03:00 UTC',
    verification: { url: 'https://desk.example/verify#K7QF-2M4N', code: 'K7QF-2M4N' },
    model: {
      title: 'Transfer certificate',
      owner: 'Kestrel Bay Exchange',
      blocks: [
        { type: 'facts', rows: facts('Transfer', id) },
        { type: 'heading', text: 'Parties' },
        { type: 'facts', rows: facts('Originator', 'Grüße aus Łódź GmbH') },
        { type: 'heading', text: 'Transfer' },
        { type: 'facts', rows: facts('Asset', 'Ether (ETH) on Ethereum') },
        { type: 'heading', text: 'Travel Rule data' },
        { type: 'facts', rows: facts('Released', '2026-11-24 02:58:11 UTC') },
        { type: 'heading', text: 'History' },
        {
          type: 'table',
          columns: ['When', 'Status', 'By', 'Reason'],
          widths: [1.3, 1.2, 1.2, 1.3],
          rows: Array.from({ length: 8 }, (_, n) => [
            `2026-11-24 02:5${n}:00 UTC`,
            'Waiting for information',
            'Ana Reyes',
            '–',
          ]),
        },
        { type: 'text', text: 'This certificate states what our records say.' },
      ],
    },
  }
}

const facts = (name: string, value: string) =>
  Array.from({ length: 5 }, (_, n) => [`${name} ${n + 1}`, value] as const)
