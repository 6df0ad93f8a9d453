import { connect, type Tx } from '@countersign/kit/db'
import { emit } from '@countersign/kit/outbox'
import { sql } from 'kysely'
import { quantiles, table } from '../figures.ts'

const writersAtOnce = 50
const writes = 2000

type Write = (tx: Tx<unknown>, company: string, i: number) => Promise<void>

const withPosition: Write = async (tx, company, i) => {
  const at = new Date()
  const reviewedVaspDID = `did:web:object-${i}.example`
  const payload = { did: company, reviewedVaspDID, reviewValue: null, updatedAt: at.toISOString() }
  emit(tx, { type: 'vasp.reviewed', company, payload, at })
}

const without: Write = async (tx, company, i) => {
  await sql`insert into before.outbox (vasp_did, id, type, payload, created_at)
    values (${company}, ${`w_${company}_${i}_${Math.random()}`}, 'vasp.reviewed', '{}', now())`.execute(
    tx,
  )
}

const notifying: Write = async (tx, company, i) => {
  await without(tx, company, i)
  await sql`select pg_notify('bench', '')`.execute(tx)
}

/** What 50 writers at once pay for the order of a company's events. */
export async function writers(url: string): Promise<void> {
  const database = connect<unknown>({ url, role: 'countersign_app', max: writersAtOnce })
  const rows = [['50 writers at once', 'commits/s', 'p50 ms', 'p99 ms']]
  const measure = async (name: string, companies: number, write: Write) => {
    const took: number[] = []
    let next = 0
    const began = performance.now()
    const writer = async (number: number) => {
      const company = `did:web:writers-${number % companies}.example`
      while (next < writes) {
        const i = next++
        const start = performance.now()
        await database.withTenant(company, (tx) => write(tx, company, i))
        took.push(performance.now() - start)
      }
    }
    await Promise.all(Array.from({ length: writersAtOnce }, (_, number) => writer(number)))
    const perSecond = took.length / ((performance.now() - began) / 1000)
    const { p50, p99 } = quantiles(took)
    rows.push([name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)])
  }
  await measure('without positions, one company', 1, without)
  await measure('with positions, one company', 1, withPosition)
  await measure('with positions, 50 companies', 50, withPosition)
  await measure('without positions, NOTIFY in each transaction', 50, notifying)
  table(rows)
  await database.close()
}
