import { randomUUID } from 'node:crypto'
import { cpuOfTree } from './cpu.ts'
import { quantiles, table } from './figures.ts'
import { type Call, type Desk, onDesk } from './transfer-desk.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const clients = Number(process.env.BENCH_CLIENTS ?? 8)
const companies = Array.from({ length: 12 }, (_, n) => `did:web:bench${n}.example`)

/**
 * Complete transfers a second: created with 40 fields of personal data, sent, the address confirmed, the data
 * released, and accepted, by both companies through the API; beside the same life as rows of plain SQL, nothing
 * sealed, nothing told, in the same run.
 */
export async function run(): Promise<void> {
  await onDesk(companies, async (desk) => {
    // Keys, cells and plans of statements that only the first transfers pay for.
    await measured(desk, seconds / 2, (n) => transfer(desk.call, n))
    const ours = await measured(desk, seconds, (n) => transfer(desk.call, n))
    await makePlain(desk)
    const plain = await measured(desk, seconds, () => plainTransfer(desk))
    table([
      ['', 'transfers/s', 'ms each, p50', 'p99', 'CPU ms of Node', 'of PostgreSQL'],
      ['creation to acceptance, both companies', ...ours.line],
      ['the same rows in plain SQL', ...plain.line],
      ['goal', '300', '', '', '', ''],
    ])
    console.log(`transfer: ${(ours.rate / plain.rate).toFixed(2)} × of plain SQL (goal 0.12)`)
  })
}

async function measured(desk: Desk, forSeconds: number, once: (n: number) => Promise<void>) {
  const times: number[] = []
  const before = { node: process.cpuUsage(), postgres: cpuOfTree(desk.postmaster) }
  const began = performance.now()
  const until = began + forSeconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; performance.now() < until; n += clients) {
        const from = performance.now()
        await once(n)
        times.push(performance.now() - from)
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  const node = process.cpuUsage(before.node)
  const { p50, p99 } = quantiles(times)
  const each = (microseconds: number) => (microseconds / 1_000 / times.length).toFixed(2)
  const rate = times.length / took
  return {
    rate,
    line: [
      ...[rate.toFixed(1), p50.toFixed(1), p99.toFixed(1), each(node.user + node.system)],
      each(cpuOfTree(desk.postmaster) - before.postgres),
    ],
  }
}

/** One transfer from one of the companies to the next. */
async function transfer(call: Call, n: number): Promise<void> {
  const from = companies[n % companies.length] ?? ''
  const to = companies[(n + 1) % companies.length] ?? ''
  const { id } = await call(from, 'POST', '/tx/create', {
    originatorVASPdid: from,
    beneficiaryVASPdid: to,
    transactionRef: randomUUID(),
    transactionAsset: 'ETH',
    amount: '1.5',
    network: 'ethereum',
    transactionBlockchainInfo: { destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
    ivms101,
  })
  await call(from, 'POST', `/tx/approve?id=${id}`)
  await call(to, 'POST', `/tx/confirm?id=${id}`)
  const { status } = await call(to, 'POST', `/tx/accept?id=${id}`, {})
  if (status !== 'ACCEPTED') throw new Error(`The transfer ended as ${status}`)
}

const person = (name: string, side: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: `Quillbottom ${side}`,
          secondaryIdentifier: name,
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        ...{ streetName: 'Keppel Road', buildingNumber: '12', buildingName: 'Harbour House' },
        ...{ floor: '7', postBox: '1204', room: '7B', postcode: '089057', townName: 'Singapore' },
        ...{ districtName: 'Tanjong Pagar', countrySubDivision: 'Central', country: 'SG' },
      },
    ],
    nationalIdentification: {
      nationalIdentifier: 'S1234567D',
      nationalIdentifierType: 'CCPT',
      countryOfIssue: 'SG',
    },
    customerIdentification: `K-${side}`,
    dateAndPlaceOfBirth: { dateOfBirth: '1980-05-17', placeOfBirth: 'Singapore' },
    countryOfResidence: 'SG',
  },
})
const ivms101 = {
  originator: {
    originatorPerson: [person('Zephyrine', 'A')],
    accountNumber: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  },
  beneficiary: {
    beneficiaryPerson: [person('Ambrosius', 'B')],
    accountNumber: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
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
