import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  canaries,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const find = async (company: string, name: string) =>
  (await fixture.as(company).search({ body: { person: { name } } })).transactions.map(
    ({ id }) => id,
  )
const create = async (more?: object) => (await fixture.as(kestrel).create({ body: draft(more) })).id
const [last, first] = canaries

test('[TX-04] a person is found by the whole name, in either order, and by nothing less', async () => {
  const id = await create()
  for (const name of [
    `${first} ${last}`,
    `${last} ${first}`,
    ` ${last.toLowerCase()}${first} `.trim(),
  ])
    expect(await find(kestrel, name), name).toEqual([id])
  expect(await find(kestrel, `${canaries[3]} ${canaries[2]}`), 'the beneficiary').toEqual([id])
  for (const name of [last, first, `${first} ${last}s`, `K-${first}`, '%'])
    expect(await find(kestrel, name), name).toEqual([])
})

test('[TX-04] a person is found by birth date or document, and by all that is given together', async () => {
  const [first] = ivms101.originator.originatorPerson
  const told = (dateOfBirth: string, nationalIdentifier: string) => ({
    naturalPerson: {
      ...first?.naturalPerson,
      dateAndPlaceOfBirth: { dateOfBirth, placeOfBirth: 'Bern' },
      nationalIdentification: { nationalIdentifier, nationalIdentifierType: 'CCPT' },
    },
  })
  const made = (person: object) =>
    create({
      ivms101: { ...ivms101, originator: { ...ivms101.originator, originatorPerson: [person] } },
    })
  const [one, other] = [
    await made(told('1971-03-04', 'X1234567')),
    await made(told('1971-03-04', 'Y7654321')),
  ]
  const by = async (person: object, company: string = kestrel) =>
    (await fixture.as(company).search({ body: { person } })).transactions.map(({ id }) => id).sort()
  expect(await by({ dateOfBirth: '1971-03-04' })).toEqual([one, other].sort())
  expect(await by({ dateOfBirth: '1971-03-05' })).toEqual([])
  expect(await by({ document: 'x123 4567' })).toEqual([one])
  expect(await by({ document: 'X123456' })).toEqual([])
  expect(await by({ dateOfBirth: '1971-03-04', document: 'Y7654321' })).toEqual([other])
  expect(await by({ name: 'Nobody Else', dateOfBirth: '1971-03-04' })).toEqual([])
  expect(await by({ name: 'X1234567' }), 'no name').toEqual([])
  expect(await by({ document: 'X1234567' }, granite)).toEqual([])
  expect(await refusal(by({}))).toMatchObject({ status: 422 })
})

test('[TX-04] the other company finds nobody before the release, and everybody after it', async () => {
  const id = await create({ transactionRef: 'released' })
  const name = `${first} ${last}`
  await fixture.as(kestrel).approve({ query: { id } })
  expect(await find(granite, name)).not.toContain(id)
  await fixture.as(granite).confirm({ query: { id } })
  expect((await find(granite, name))[0]).toBe(id)
})

test('[TX-04] the newest come first, and a search says that there are more than it shows', async () => {
  const name = 'Wrenfield'
  const [person] = ivms101.originator.originatorPerson
  const given = {
    naturalPerson: {
      ...person?.naturalPerson,
      name: {
        nameIdentifier: [{ primaryIdentifier: name, naturalPersonNameIdentifierType: 'LEGL' }],
      },
    },
  }
  const data = { ...ivms101, originator: { ...ivms101.originator, originatorPerson: [given] } }
  const older = await create({ ivms101: data })
  fixture.clock.advance(1_000)
  const newer = await create({ ivms101: data })
  expect(await find(kestrel, name)).toEqual([newer, older])
  // As if there were a hundred more.
  await fixture.rows(`with copies as (select gen_random_uuid() as id from generate_series(1, 100)),
    sides as (insert into transactions.side select (jsonb_populate_record(s, jsonb_build_object('transfer_id', c.id,
        'transaction_ref', null))).* from transactions.side s, copies c
      where s.vasp_did = '${kestrel}' and s.transfer_id = '${older}'),
    transfers as (insert into transactions.transfer select (jsonb_populate_record(t, jsonb_build_object('id', c.id))).*
      from transactions.transfer t, copies c where t.id = '${older}'),
    acts as (insert into transactions.act select (jsonb_populate_record(a, jsonb_build_object('transfer_id', c.id))).*
      from transactions.act a, copies c where a.vasp_did = '${kestrel}' and a.transfer_id = '${older}')
    insert into transactions.lookup select (jsonb_populate_record(l, jsonb_build_object('transfer_id', c.id))).*
      from transactions.lookup l, copies c
      where l.vasp_did = '${kestrel}' and l.transfer_id = '${older}' and l.kind = 'NAME'`)
  const answer = await fixture.as(kestrel).search({ body: { person: { name } } })
  expect(answer).toMatchObject({ total: 100, totalIsLowerBound: true })
  expect(answer.transactions).toHaveLength(100)
})

test('[TX-04] the activity says that somebody searched, and for nobody’s name', async () => {
  const secret = 'Nightingale Unheard'
  await find(kestrel, secret)
  const rows = await fixture.rows(`select to_jsonb(e)::text as text from audit.entry e
    where vasp_did = '${kestrel}' and action = 'transaction.searchPerson'`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('Nightingale')
  expect(JSON.stringify(rows)).toContain('found')
})
