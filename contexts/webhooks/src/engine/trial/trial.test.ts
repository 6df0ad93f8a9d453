import { id } from '@countersign/kit/ids'
import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../../delivery.fixture.ts'
import { until } from '../../webhooks.fixture.ts'
import { storeTrial } from './trial.store.ts'

let rig: DeliveryRig
beforeAll(async () => {
  rig = await deliveryRig()
})
afterAll(() => rig.stop())

test('[WH-08] a test attempt whose server dies is made by another one, once, and not retried', async () => {
  const clock = testClock()
  const appId = await rig.application()
  const endpointId = await rig.endpoint(appId, { filterTypes: ['something.else'] })
  rig.target.rules.answer = () => ({ status: 500 })
  const line = rig.openPinnedConnection()
  const message = { ...rig.message(appId), id: id('msg', clock()) }
  const lease = { endpointId, owner: 'a server that dies', now: clock(), until: clock() + 1000 }
  expect(await storeTrial(line, message, lease)).toBe(true)
  await line.close()
  const engine = rig.start({}, clock)
  await engine.accept({ ...rig.message(appId), only: endpointId })
  await until('the engine works', () => rig.target.received.length === 1)
  expect(rig.target.ids()).not.toContain(message.id)
  clock.advance(1001)
  await until('another one makes it', () => rig.target.ids().includes(message.id))
  const made = () =>
    rig.rows(sql<{ trigger_type: number; status: number; claimable_at: Date | null }>`
      select a.trigger_type, d.status, d.claimable_at from webhooks.attempt a
      join webhooks.delivery d on d.msg_id = a.msg_id where a.msg_id = ${message.id}`)
  await until('it is on record', async () => (await made()).length === 1)
  expect(await made()).toEqual([{ trigger_type: 1, status: 2, claimable_at: null }])
  clock.advance(86_400_000)
  await until('the other message is tried again', () => rig.target.received.length > 2)
  expect(rig.target.ids().filter((one) => one === message.id)).toHaveLength(1)
})
