import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture, vacant } from './transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

/** A text of twelve characters that stands in one leaf alone. */
const canaryOf = (leaf: string) =>
  `cn${createHash('sha256').update(leaf).digest('hex').slice(0, 10)}`

const addressLeaves = [
  ...['department', 'subDepartment', 'streetName', 'buildingNumber', 'buildingName', 'floor'],
  ...['postBox', 'room', 'postcode', 'townName', 'townLocationName', 'districtName'],
  'countrySubDivision',
]

/** A person with a canary in each leaf that can hold a text, in the order of the standard. */
function person(side: string) {
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
      geographicAddress: [
        {
          addressType: 'HOME',
          ...Object.fromEntries(addressLeaves.map((leaf) => [leaf, mark(leaf)])),
          addressLine: [mark('line')],
          country: 'SG',
        },
      ],
      nationalIdentification: {
        nationalIdentifier: mark('nationalIdentifier'),
        nationalIdentifierType: 'CCPT',
        countryOfIssue: 'SG',
      },
      customerIdentification: mark('customerIdentification'),
      dateAndPlaceOfBirth: { dateOfBirth: '1980-02-03', placeOfBirth: mark('placeOfBirth') },
      countryOfResidence: 'SG',
    },
  }
}

const ivms101 = {
  originator: {
    originatorPerson: [person('originator')],
    accountNumber: [canaryOf('originator.account')],
  },
  beneficiary: {
    beneficiaryPerson: [person('beneficiary')],
    accountNumber: [canaryOf('beneficiary.account')],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
}

test('[TX-04] [TX-07] what stands in a leaf of personal data stands in no column, event, mail or answer, but once opened', async () => {
  const planted = new Set(JSON.stringify(ivms101).match(/cn[0-9a-f]{10}/g))
  expect(planted.size).toBe(2 * (6 + addressLeaves.length + 4) + 2)
  // Bytes are shown in hexadecimal.
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const seen = (where: unknown) => {
    const text = JSON.stringify(where)
    return [...planted].filter((canary) => text.includes(canary) || text.includes(hex(canary)))
  }
  const [ours, theirs] = [fixture.as(kestrel), fixture.as(granite)]
  const { id } = await ours.create({ body: draft({ ivms101 }) })
  const answers: unknown[] = [await ours.approve({ query: { id } })]
  answers.push(await theirs.info({ query: { id } }))
  answers.push(await theirs.confirm({ query: { id } }))
  answers.push(await theirs.requestData({ body: { id, fields: ['originator.BIRTH'] } }))
  answers.push(await ours.update({ body: { id, ivms101 } }))
  answers.push(await theirs.accept({ query: { id }, body: {} }))
  for (const who of [ours, theirs, fixture.as(vacant)])
    answers.push(await who.list({ query: {} }), await who.counts({ query: {} }))
  answers.push(await ours.info({ query: { id } }), await theirs.info({ query: { id } }))
  expect(seen(answers)).toEqual([])

  const tables = await fixture.rows(
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const rows = await fixture.rows(`select t::text as row from ${String(name)} t`)
    expect(seen(rows), String(name)).toEqual([])
  }

  const reason = { code: 'DECIDE', comment: 'To decide' } as const
  const opened = await theirs.decrypt({ body: { id, reason } })
  expect(seen(opened).length, 'whoever opens it sees all of it').toBe(planted.size)
})
