import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { foldCounters } from '../list/index.ts'
import { draft, granite, kestrel, transfersFixture, vacant } from './transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

/** A subsidiary of Granite. */
const slate = 'did:web:slate.example'
beforeEach(() => {
  const base = fixture.companies.get(granite)
  if (!base) throw new Error('No such company')
  fixture.companies.set(slate, { ...base, did: slate, name: 'slate', group: granite })
})

const reason = { code: 'DECIDE' } as const
async function sent(more: object = {}) {
  const { id } = await fixture.as(kestrel).create({ body: draft(more) })
  await fixture.as(kestrel).approve({ query: { id } })
  return id
}
const statusOf = async (company: string, id: string) =>
  (await fixture.as(company).info({ query: { id } })).status

test('[TX-02] a transfer is handed to a company of the group, which answers it', async () => {
  const id = await sent()
  const left = await fixture.as(granite).redirect({ query: { id, to: slate } })
  expect(left).toMatchObject({ status: 'SENT', redirectedTo: slate, section: null, waitsFor: null })
  const ours = await fixture.as(kestrel).info({ query: { id } })
  expect(ours).toMatchObject({
    status: 'SENT',
    beneficiaryVASPdid: slate,
    counterparty: { did: slate },
    waitsFor: 'them',
  })
  expect(ours.actions.map(({ action }) => action)).toEqual(['create', 'approve', 'redirect'])
  const theirs = await fixture.as(slate).info({ query: { id } })
  expect(theirs).toMatchObject({ status: 'SENT', section: 'TO_CONFIRM', direction: 'incoming' })
  expect(await refusal(fixture.as(granite).confirm({ query: { id } }))).toMatchObject({
    status: 400,
  })
  await fixture.as(slate).confirm({ query: { id } })
  await fixture.as(slate).accept({ query: { id }, body: {} })
  expect(await statusOf(kestrel, id)).toBe('ACCEPTED')
  expect(fixture.metered.filter((one) => one === id)).toHaveLength(1)
})

test('[TX-05] the company that a transfer is handed to takes it over in the figures', async () => {
  const counted = async () => {
    await fixture.deps.database.withTenant(kestrel, (tx) => foldCounters(tx, kestrel))
    return fixture.rows(`select counterparty_did as did, outgoing::int as n, travel_rule_outgoing::int as sent
      from transactions.pair_month where vasp_did = '${kestrel}' and outgoing + travel_rule_outgoing <> 0 order by 1`)
  }
  const recounted = () =>
    fixture.rows(`select s.counterparty_did as did, count(*)::int as n,
        (count(*) filter (where c.type = 'TRAVELRULE'))::int as sent
      from transactions.side s join transactions.cell c on c.vasp_did = s.vasp_did and c.no = s.cell
      where s.vasp_did = '${kestrel}' group by 1 order by 1`)
  const id = await sent()
  expect(await counted()).toEqual(await recounted())
  await fixture.as(granite).redirect({ query: { id, to: slate } })
  expect(await counted()).toEqual(await recounted())
})

test('[TX-02] [TX-04] what the first company could open ends with the redirect', async () => {
  const id = await sent()
  await fixture.as(granite).confirm({ query: { id } })
  await fixture.as(granite).decrypt({ body: { id, reason } })
  await fixture.as(granite).redirect({ query: { id, to: slate } })
  expect(await refusal(fixture.as(granite).decrypt({ body: { id, reason } }))).toMatchObject({
    status: 409,
  })
  expect(await statusOf(slate, id)).toBe('SENT')
  expect(await refusal(fixture.as(slate).decrypt({ body: { id, reason } }))).toMatchObject({
    status: 409,
  })
  await fixture.as(slate).confirm({ query: { id } })
  const { ivms101 } = await fixture.as(slate).decrypt({ body: { id, reason } })
  expect(JSON.stringify(ivms101)).toContain('Quillbottom')
  const keys = await fixture.rows(
    `select distinct vasp_did from transactions.sealed_key where transfer_id = '${id}' order by 1`,
  )
  expect(keys).toEqual([{ vasp_did: kestrel }, { vasp_did: slate }])
})

test('[TX-02] a transfer is handed to nobody outside of the group, and to no disabled company', async () => {
  const id = await sent()
  const redirect = (to: string) => refusal(fixture.as(granite).redirect({ query: { id, to } }))
  expect(await redirect(vacant)).toMatchObject({
    status: 403,
    body: { err: { name: 'CountersignTransactionNotInGroupError' } },
  })
  const base = fixture.companies.get(slate)
  if (base) fixture.companies.set(slate, { ...base, enabled: false })
  expect(await redirect(slate)).toMatchObject({
    status: 409,
    body: { err: { name: 'CountersignTransactionCounterpartyDisabledError' } },
  })
  if (base) fixture.companies.set(slate, base)
  expect(await refusal(fixture.as(kestrel).redirect({ query: { id, to: slate } }))).toMatchObject({
    status: 403,
    body: { err: { name: 'CountersignTransactionWrongSideError' } },
  })
  expect(await fixture.as(granite).redirect({ query: { id, to: granite } })).toMatchObject({
    status: 'SENT',
    redirectedTo: null,
    version: 2,
  })
  expect(await statusOf(granite, id)).toBe('SENT')
})
