import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { localCounterparty, type TransactionsDeps } from '@countersign/transactions'
import { quantiles, table } from '../figures.ts'
import { type Desk, onDesk } from './desk.ts'
import { draftOf, ivms101 } from './life.ts'
import { columns, measured, paced, within } from './measure.ts'
import { makePlainServer } from './plain.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)
const fromOf = (n: number) => companies[n % companies.length] ?? ''
const toOf = (n: number) => fromOf(n + 1)

/**
 * Single operations of a transfer's life beside the least that they could be on the same server: creation with 40
 * fields of personal data, approval with and without what it leads to at the other company, opening, and search.
 */
export async function run(): Promise<void> {
  let isAway = true
  const leave: TransactionsDeps['counterparty']['leave'] = (_, step) =>
    isAway ? { ...step, due: new Date(step.due.getTime() + 3_600_000) } : step
  const work = async (desk: Desk) => {
    const made: { id: unknown; from: string }[] = []
    const create = async (n: number) => {
      const from = fromOf(n)
      const { id } = await desk.call(from, 'POST', '/tx/create', draftOf(from, toOf(n)))
      made.push({ id, from })
    }
    const plain = await makePlainServer(desk)
    // Keys, cells and plans of statements that only the first pay for.
    await measured(desk, within(seconds / 4), create)
    const created = await measured(desk, within(seconds), create)
    const inserted = await measured(desk, within(seconds), (n) =>
      plain.create(draftOf(fromOf(n), toOf(n))),
    )
    const half = quantiles(await paced({ rate: created.rate / 2, seconds }, create))
    const approve = (n: number) => {
      const { id, from } = made[n] ?? { from: '' }
      return desk.call(from, 'POST', `/tx/approve?id=${id}`)
    }
    const middle = Math.floor(made.length / 2)
    const approved = await measured(desk, (n) => n < middle, approve)
    isAway = false
    const arrived = await measured(
      desk,
      (n) => middle + n < made.length,
      (n) => approve(middle + n),
    )
    const updated = await measured(desk, within(seconds), (n) => plain.approve(n))
    table([
      ['', 'a second', ...columns],
      ['create, 40 fields', ...created.line],
      ['validation, one insert, one audit row', ...inserted.line],
      ['approve', ...approved.line],
      ['approve, and it arrives', ...arrived.line],
      ['one update, one audit row', ...updated.line],
    ])
    const all = ({ cpu }: typeof created) => cpu.node + cpu.postgres
    const times = (a: number, b: number) => (a / b).toFixed(2)
    console.log(`create: ${times(created.rate, inserted.rate)} × (goal 0.45)`)
    console.log(`create: ${times(all(created), all(inserted))} × the processor (goal 3)`)
    console.log(`create at half load: p99 ${half.p99.toFixed(1)} ms (goal 60)`)
    console.log(`approve: ${times(approved.rate, updated.rate)} × (goal 0.5)`)
    await openings(desk, made)
    await searches(desk)
  }
  await onDesk(companies, work, { counterparty: { ...localCounterparty, leave } })
}

/** One opening after the other, as a person asks for them, beside the same leaves by node:crypto alone. */
async function openings(desk: Desk, made: readonly { id: unknown; from: string }[]): Promise<void> {
  const some = Math.min(made.length, 300)
  const open = (n: number) => {
    const { id, from } = made[n] ?? { from: '' }
    return desk.call(from, 'POST', '/tx/decrypt', { id, reason: { code: 'DECIDE' } })
  }
  // Plans of statements that only the first pay for.
  await measured(desk, (n) => n < some / 3, open, 1)
  const opened = await measured(desk, (n) => n < some, open, 1)
  const key = randomBytes(32)
  const sealed = leavesOf(ivms101).map((leaf) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return { nonce, text: Buffer.concat([cipher.update(leaf), cipher.final()]), cipher }
  })
  const bare = await measured(
    desk,
    (n) => n < some,
    async () => {
      for (const { nonce, text, cipher } of sealed) {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        decipher.setAuthTag(cipher.getAuthTag())
        Buffer.concat([decipher.update(text), decipher.final()])
      }
    },
    1,
  )
  table([
    ['', 'a second', ...columns],
    [`decrypt, ${sealed.length} leaves`, ...opened.line],
    ['the same leaves by OpenSSL', ...bare.line],
  ])
  const { node, postgres } = opened.cpu
  console.log(
    `decrypt: ${node.toFixed(1)} ms of Node (goal 4), ${postgres.toFixed(1)} of PostgreSQL`,
  )
}

/** The texts of a tree's leaves. */
const leavesOf = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.values(node).flatMap(leavesOf)
    : [JSON.stringify(node)]

/** A person among all of these, by what is sealed, beside a read by primary key. */
async function searches(desk: Desk): Promise<void> {
  const from = fromOf(0)
  const rare = JSON.parse(
    JSON.stringify(draftOf(from, toOf(0)))
      .replaceAll('Zephyrine', 'Theodosia')
      .replaceAll('1980-05-17', '1931-02-03')
      .replaceAll('S1234567D', 'S7654321E'),
  )
  const { id } = await desk.call(from, 'POST', '/tx/create', rare)
  const asked = [
    ['name', { name: 'Theodosia Quillbottom A' }],
    ['birth date', { dateOfBirth: '1931-02-03' }],
    ['document', { document: 'S7654321E' }],
  ] as const
  const lines = [['found: by', 'a second', ...columns]]
  for (const [name, person] of asked) {
    const search = async () => {
      const { total } = await desk.call(from, 'POST', '/tx/search', { person })
      if (total !== 1) throw new Error(`Found by ${name}: ${total}`)
    }
    lines.push([name, ...(await measured(desk, (n) => n < 300, search, 1)).line])
  }
  const read = () =>
    desk.owner.query('select * from transactions.side where vasp_did = $1 and transfer_id = $2', [
      ...[from, id],
    ])
  lines.push(['primary key', ...(await measured(desk, (n) => n < 300, read, 1)).line])
  table(lines)
  console.log('goal: p99 15 ms')
}
