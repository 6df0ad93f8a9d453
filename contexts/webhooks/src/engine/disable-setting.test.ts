import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import { until } from '../webhooks.fixture.ts'

let rig: DeliveryRig
beforeAll(async () => {
  rig = await deliveryRig()
})
afterAll(() => rig.stop())

const day = 86_400_000
const decide = (settings: object) =>
  rig.rows(sql`insert into webhooks.environment_settings (org_id, settings, updated_at)
    values (${rig.orgId}, ${JSON.stringify(settings)}, now())
    on conflict (org_id) do update set settings = excluded.settings`)
const endpoint = async (id: string) => {
  const [row] = await rig.rows(sql<{ disabled: boolean; since: Date | null }>`
    select disabled, failing_since as since from webhooks.endpoint where id = ${id}`)
  return row
}
const logged = (id: string) =>
  rig.logged.filter(
    (facts) =>
      'event' in facts && facts.event === 'endpoint.disabled' && 'id' in facts && facts.id === id,
  )

test('[WH-11] disableEndpointOnFailure decides, at the time, whether a failing endpoint is disabled', async () => {
  const clock = testClock()
  const appId = await rig.application()
  const id = await rig.endpoint(appId)
  rig.target.rules.answer = () => ({ status: 500 })
  const engine = rig.start({ retryScheduleMs: [] }, clock)
  const attempts = async () =>
    (await rig.rows(sql`select 1 from webhooks.attempt where app_id = ${appId}`)).length
  const fail = async () => {
    const before = await attempts()
    await engine.accept(rig.message(appId))
    await until('it has failed', async () => (await attempts()) > before)
  }
  await decide({ disableEndpointOnFailure: false })
  await fail()
  await until('the clock runs', async () => (await endpoint(id))?.since !== null)
  clock.advance(6 * day)
  await fail()
  await fail()
  expect(await endpoint(id)).toMatchObject({ disabled: false })
  expect(logged(id)).toEqual([])
  rig.target.rules.answer = () => ({ status: 410 })
  await fail()
  await fail()
  expect(await endpoint(id)).toMatchObject({ disabled: false })
  expect(logged(id)).toEqual([])
  rig.target.rules.answer = () => ({ status: 500 })
  await decide({ disableEndpointOnFailure: true })
  await engine.accept(rig.message(appId))
  await until('it is disabled', async () => (await endpoint(id))?.disabled === true)
  await until('somebody is told', () => logged(id).length === 1)
})

test('[WH-11] 410 disables where settings say nothing of it', async () => {
  await decide({ customColor: '#fff' })
  const appId = await rig.application()
  const id = await rig.endpoint(appId)
  rig.target.rules.answer = () => ({ status: 410 })
  await rig.start({}, testClock()).accept(rig.message(appId))
  await until('it is disabled', async () => (await endpoint(id))?.disabled === true)
})
