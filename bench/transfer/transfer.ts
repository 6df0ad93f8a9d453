import { randomUUID } from 'node:crypto'
import { table } from '../figures.ts'
import { type Desk, onDesk } from './desk.ts'
import { ivms101, transferOf } from './life.ts'
import { columns, measured, within } from './measure.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)

/**
 * Complete transfers a second: created with 40 fields of personal data, sent, the address confirmed, the data
 * released, and accepted, by both companies through the API; beside the same life as rows of plain SQL, nothing
 * sealed, nothing told, in the same run.
 */
export async function run(): Promise<void> {
  await onDesk(companies, async (desk) => {
    // Keys, cells and plans of statements that only the first transfers pay for.
    await measured(desk, within(seconds / 2), (n) => transferOf(companies, desk.call, n))
    const ours = await measured(desk, within(seconds), (n) => transferOf(companies, desk.call, n))
    await makePlain(desk)
    const plain = await measured(desk, within(seconds), () => plainTransfer(desk))
    table([
      ['', 'transfers/s', ...columns],
      ['creation to acceptance, both companies', ...ours.line],
      ['the same rows in plain SQL', ...plain.line],
      ['goal', '300', '', '', '', '', '30'],
    ])
    console.log(`transfer: ${(ours.rate / plain.rate).toFixed(2)} × of plain SQL (goal 0.12)`)
  })
}

const makePlain = ({ owner }: Desk) =>
  owner.query(`create table public.plain_transfer (id uuid primary key, status text not null, body jsonb not null);
    create table public.plain_audit (id bigint generated always as identity primary key, transfer_id uuid, action text)`)

/** A row for the transfer with its data, changed three times, each with a row of audit. */
async function plainTransfer({ owner }: Desk): Promise<void> {
  const id = randomUUID()
  const client = await owner.connect()
  try {
    for (const action of ['create', 'approve', 'confirm', 'accept']) {
      await client.query('begin')
      if (action === 'create')
        await client.query('insert into public.plain_transfer values ($1, $2, $3)', [
          ...[id, 'NEW', JSON.stringify(ivms101)],
        ])
      else
        await client.query('update public.plain_transfer set status = $2 where id = $1', [
          ...[id, action],
        ])
      await client.query('insert into public.plain_audit (transfer_id, action) values ($1, $2)', [
        ...[id, action],
      ])
      await client.query('commit')
    }
  } finally {
    client.release()
  }
}
