import { createHash } from 'node:crypto'
import { connect } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateOf } from './certificate/index.ts'
import type { TransactionsDeps } from './deps.ts'
import { workOnExports } from './export/index.ts'
import type { DB } from './tables.gen.ts'
import { draft, granite, kestrel, transfersFixture, vacant } from './transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
const logged: string[] = []
beforeAll(async () => {
  const write = (line: string) => void logged.push(line)
  const warn = (facts: unknown) => write(JSON.stringify(facts))
  fixture = await transfersFixture({ log: { warn } }, createLog('debug', { write }))
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

/** A text of twelve characters that stands in one leaf alone. */
const canaryOf = (leaf: string) =>
  `cn${createHash('sha256').update(leaf).digest('hex').slice(0, 10)}`

const addressLeaves = [
  ...['department', 'subDepartment', 'streetName', 'buildingNumber', 'buildingName', 'floor'],
  ...['postBox', 'room', 'postcode', 'townName', 'townLocationName', 'districtName'],
  'countrySubDivision',
]

/** Texts of leaves that have no room for a canary: dates, and codes as JSON has them. */
const fixed = ['1931-07-19', '"CCPT"', '"GEOG"', '"RAID"']

const address = (side: string, addressType: string) => ({
  addressType,
  ...Object.fromEntries(addressLeaves.map((leaf) => [leaf, canaryOf(`${side}.${leaf}`)])),
  addressLine: [canaryOf(`${side}.line`)],
  country: 'SG',
})

/** A person with a canary in each leaf that can hold a text, in the order of the standard. */
function natural(side: string) {
  const mark = (leaf: string) => canaryOf(`${side}.${leaf}`)
  const name = (kind: string) => ({
    primaryIdentifier: mark(`${kind}.primary`),
    secondaryIdentifier: mark(`${kind}.secondary`),
  })
  return {
    naturalPerson: {
      name: {
        nameIdentifier: [{ ...name('legal'), naturalPersonNameIdentifierType: 'LEGL' }],
        localNameIdentifier: [{ ...name('local'), nameIdentifierType: 'LEGL' }],
        phoneticNameIdentifier: [{ ...name('phonetic'), nameIdentifierType: 'LEGL' }],
      },
      geographicAddress: [address(side, 'GEOG')],
      nationalIdentification: {
        nationalIdentifier: mark('nationalIdentifier'),
        nationalIdentifierType: 'CCPT',
        countryOfIssue: 'SG',
      },
      customerIdentification: mark('customerIdentification'),
      dateAndPlaceOfBirth: { dateOfBirth: '1931-07-19', placeOfBirth: mark('placeOfBirth') },
      countryOfResidence: 'SG',
    },
  }
}

/** The same, for a company. */
function legal(side: string) {
  const mark = (leaf: string) => canaryOf(`${side}.${leaf}`)
  const name = (kind: string) => ({
    legalPersonName: mark(kind),
    legalPersonNameIdentifierType: 'LEGL',
  })
  return {
    legalPerson: {
      name: {
        nameIdentifier: [name('legal')],
        localNameIdentifier: [name('local')],
        phoneticNameIdentifier: [name('phonetic')],
      },
      geographicAddress: [address(side, 'GEOG')],
      customerIdentification: mark('customerIdentification'),
      nationalIdentification: {
        nationalIdentifier: mark('nationalIdentifier'),
        nationalIdentifierType: 'RAID',
        registrationAuthority: 'RA000589',
      },
      countryOfRegistration: 'SG',
    },
  }
}

const trees = { natural, legal }
type Kind = keyof typeof trees

const ivms101Of = (kind: Kind) => ({
  originator: {
    originatorPerson: [trees[kind](`${kind}.originator`)],
    accountNumber: [canaryOf(`${kind}.originator.account`)],
  },
  beneficiary: {
    beneficiaryPerson: [trees[kind](`${kind}.beneficiary`)],
    accountNumber: [canaryOf(`${kind}.beneficiary.account`)],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
})

/** What of these texts stands somewhere, as it is or in hexadecimal, as bytes are shown. */
const finder = (planted: readonly string[]) => (where: unknown) => {
  const text = typeof where === 'string' ? where : JSON.stringify(where)
  const hex = (canary: string) => Buffer.from(canary).toString('hex')
  return planted.filter((canary) => text.includes(canary) || text.includes(hex(canary)))
}

const dump = async (table: string) => fixture.rows(`select t::text as row from ${table} t`)

test.each(['natural', 'legal'] as const)(
  '[TX-04] [TX-07] what stands in a leaf of a %s person’s data stands in no column, event, mail, log, export, certificate or answer, but once opened',
  async (kind) => {
    const ivms101 = ivms101Of(kind)
    const written = JSON.stringify(ivms101)
    const planted = new Set(written.match(/cn[0-9a-f]{10}/g))
    expect(planted.size).toBeGreaterThan(2 * (addressLeaves.length + 6))
    const own = canaryOf(`${kind}.own customer`)
    const customer = trees[kind](`${kind}.customer`)
    const all = [
      ...planted,
      ...(JSON.stringify(customer).match(/cn[0-9a-f]{10}/g) ?? []),
      ...fixed.filter((text) => written.includes(text)),
      own,
    ]
    const seen = finder(all)
    const [ours, theirs] = [fixture.as(kestrel), fixture.as(granite)]
    const customerRef = `ref-${kind}`
    const answers: unknown[] = [
      await fixture.customersOf(granite).create({ body: { customerRef, ivms101: customer } }),
    ]
    const { id } = await ours.create({ body: draft({ ivms101 }) })
    answers.push(await ours.approve({ query: { id } }))
    answers.push(await theirs.info({ query: { id } }))
    answers.push(await theirs.confirm({ query: { id } }))
    answers.push(await theirs.requestData({ body: { id, fields: ['originator.BIRTH'] } }))
    answers.push(await ours.update({ body: { id, ivms101 } }))
    for (const [desk, audience] of [
      [kestrel, 'BOTH'],
      [granite, 'OWN'],
    ] as const)
      await fixture.commentsOf(desk).add({ body: { id, text: own, audience } })
    answers.push(await theirs.accept({ query: { id }, body: { customerRef } }))
    for (const who of [ours, theirs, fixture.as(vacant)])
      answers.push(await who.list({ query: {} }), await who.counts({ query: {} }))
    for (const who of [ours, theirs])
      answers.push(await who.info({ query: { id } }), await who.actions({ query: { id } }))
    for (const company of [kestrel, granite])
      for (const url of [`info?id=${id}`, 'list', 'list?includeActions=true', 'list?csv=true']) {
        const { headers, body } = await fixture
          .requestsOf(company)
          .inject({ url: `/api/tx/${url}` })
        answers.push(headers, body)
      }
    expect(seen(answers)).toEqual([])

    for (const company of [kestrel, granite]) {
      expect(seen(await certificateOf(fixture.deps, company, id)), 'on paper').toEqual([])
      expect(seen(await fileOf(company, id)), 'in a list’s file').toEqual([])
      expect(seen(await exportOf(company, id)), 'in an export').toEqual([])
    }
    expect(seen(logged.join('')), 'in a log').toEqual([])
    const tables = await fixture.rows(
      `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'trust')`,
    )
    for (const { name } of tables) expect(seen(await dump(String(name))), String(name)).toEqual([])

    const reason = { code: 'DECIDE', comment: 'To decide' } as const
    const opened = await theirs.decrypt({ body: { id, reason } })
    expect(finder([...planted])(opened).length, 'whoever opens it sees all of it').toBe(
      planted.size,
    )
  },
)

test('[TX-04] [TX-07] addresses, hashes, tags and references are in no event’s payload, log or mail, and each reference with its owner alone', async () => {
  const destination = '0xde709f2102306220921060314715629080e2fb77'
  const txHash = `0x${'7c'.repeat(32)}`
  const [ref, tag] = [canaryOf('reference'), canaryOf('tag')]
  const [ours, theirs] = [fixture.as(kestrel), fixture.as(granite)]
  const more = { transactionRef: ref, tags: [tag], transactionBlockchainInfo: { destination } }
  const { id } = await ours.create({ body: draft(more) })
  await ours.approve({ query: { id } })
  await ours.setHash({ body: { id, txHash } })
  await theirs.confirm({ query: { id } })
  await theirs.accept({ query: { id }, body: {} })
  const found = finder([destination, txHash, tag])
  expect(found(logged.join(''))).toEqual([])
  const events = await fixture.rows(`select vasp_did, payload::text as payload from outbox.event
    where object = '${id}'`)
  expect(events.length).toBeGreaterThan(5)
  expect(found(events)).toEqual([])
  expect(found(await dump('mail.outbox'))).toEqual([])
  const seen = finder([ref, tag])
  expect(seen(events.filter(({ vasp_did }) => vasp_did === granite))).toEqual([])
  expect(seen([await theirs.info({ query: { id } }), await theirs.list({ query: {} })])).toEqual([])
  expect(seen(await ours.info({ query: { id } })).sort()).toEqual([ref, tag].sort())
})

/** A company's list as a file. */
const fileOf = async (company: string, id: string) => {
  const { payload } = await fixture.requestsOf(company).inject({ url: '/api/tx/csv' })
  expect(payload).toContain(id)
  return payload
}

/** An export of a company without names, once it is ready. */
async function exportOf(company: string, id: string): Promise<string> {
  fixture.clock.advance(60_000)
  const made = await fixture.exportsOf(company).create({ body: { format: 'JSONL' } })
  while ((await workOnExports({ deps: fixture.deps, relay })) > 0);
  const url = `/api/v1/transactions/export-requests/${made.id}/download`
  const { payload } = await fixture.requestsOf(company).inject({ url })
  expect(payload).toContain(id)
  return payload
}
