import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { sumWindow } from './fact.store.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
const hour = 3_600_000
const create = async (amount: string) =>
  (await fixture.as(kestrel).create({ body: draft({ amount }) })).id
const sums = async (
  ids: string[],
  hours: number,
  by: 'COUNTERPARTY' | 'CUSTOMER' = 'COUNTERPARTY',
) => {
  const found = await fixture.deps.database.withTenant(kestrel, (tx) =>
    sumWindow(tx, kestrel, ids, { hours, by }),
  )
  return new Map(found.map(({ transferId, value }) => [transferId, value && BigInt(value)]))
}

beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

test('[TX-03] what a counterparty was sent in some hours is summed, without what was cancelled', async () => {
  const old = await create('1')
  fixture.clock.advance(10 * hour)
  const recent = await create('2')
  const cancelled = await create('4')
  await fixture.as(kestrel).cancel({ body: { id: cancelled, reason: 'REPLACED' } })
  const theirs = await fixture.as(granite).create({
    body: draft({
      amount: '8',
      originatorVASPdid: granite,
      beneficiaryVASPdid: kestrel,
      transactionBlockchainInfo: { destination: `0x${'7'.repeat(40)}` },
    }),
  })
  await fixture.as(granite).approve({ query: { id: theirs.id } })
  fixture.clock.advance(20 * hour)
  const now = await create('16')
  const unit = (await sums([old], 72)).get(old)
  if (!unit) throw new Error('The first transfer has no value')
  expect(await sums([old, recent, now], 24)).toEqual(
    new Map([
      [old, unit],
      [recent, 3n * unit],
      [now, 18n * unit],
    ]),
  )
  expect(await sums([now], 72)).toEqual(new Map([[now, 19n * unit]]))
  expect(await sums([now], 20)).toEqual(new Map([[now, 16n * unit]]))

  // Of one customer, whatever the counterparty; without a customer there is no sum.
  expect(await sums([now], 72, 'CUSTOMER')).toEqual(new Map([[now, null]]))
  await fixture.rows(`update transactions.side set customer_key = '0198c1b2-6f2e-7c41-9a0f-4e2b7a11c3d9'
    where vasp_did = '${kestrel}' and transfer_id in ('${old}', '${now}')`)
  expect(await sums([now], 72, 'CUSTOMER')).toEqual(new Map([[now, 17n * unit]]))
  expect(await sums([now], 24, 'CUSTOMER')).toEqual(new Map([[now, 16n * unit]]))

  // A price that nobody knows makes the sum unknown, where it counts; so does a missing counterparty.
  const update = (set: string, id: string) =>
    fixture.rows(
      `update transactions.side set ${set} where vasp_did = '${kestrel}' and transfer_id = '${id}'`,
    )
  await update('value = null', old)
  expect(await sums([now], 72)).toEqual(new Map([[now, null]]))
  expect(await sums([now], 24)).toEqual(new Map([[now, 18n * unit]]))
  await update('counterparty_no = null', now)
  expect(await sums([now], 24)).toEqual(new Map([[now, null]]))
})
