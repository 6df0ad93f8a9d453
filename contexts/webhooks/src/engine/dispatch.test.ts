import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import { type SendingParts, sendingParts } from './sending.fixture.ts'
import type { EngineSettings } from './settings.ts'
import { claimDue } from './sweep.store.ts'

let rig: DeliveryRig
let parts: SendingParts
let clock: ReturnType<typeof testClock>
let appId: string
let endpointId: string
beforeAll(async () => {
  rig = await deliveryRig()
})
beforeEach(async () => {
  await rig.rows(sql`update webhooks.delivery set status = 2, claimable_at = null`)
  rig.target.received.length = 0
  rig.target.rules.answer = () => ({})
  clock = testClock()
  begin()
  appId = await rig.application()
  endpointId = await rig.endpoint(appId)
})
afterEach(() => parts.stop())
afterAll(() => rig.stop())

const begin = (settings: Partial<EngineSettings> = {}) => {
  parts = sendingParts(rig, clock, settings)
}
/** Begins anew with these settings. */
const restart = async (settings: Partial<EngineSettings>) => {
  await parts.stop()
  begin(settings)
}
const hold = () => parts.hold(appId, endpointId)
const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })
/** Everything is done, and the receiver got these. */
const onlySent = async (...jobs: { msgId: string }[]) => {
  const ids = jobs.map(({ msgId }) => msgId)
  await eventually(() => expect(rig.target.ids()).toEqual(expect.arrayContaining(ids)))
  await parts.settled()
  expect(rig.target.ids().toSorted()).toEqual(ids.toSorted())
  expect(parts.dispatch.held().size).toBe(0)
}
const change = async (what: ReturnType<typeof sql>) => {
  await rig.rows(sql`update webhooks.endpoint set ${what} where id = ${endpointId}`)
}

test('[WH-18] what waited until its lease ran out is not sent: whoever holds it now sends it', async () => {
  const late = await hold()
  parts.queue(late)
  clock.advance(parts.settings.leaseMs)
  const inTime = await hold()
  parts.queue(inTime)
  parts.dispatch.pump()
  await onlySent(inTime)
})

test('[WH-18] what waited while its endpoint was disabled is given up unsent', async () => {
  const waiting = await hold()
  parts.queue(waiting)
  await change(sql`disabled = true`)
  parts.table.invalidate(appId)
  await parts.table.fresh(appId)
  parts.dispatch.pump()
  await onlySent()
  const found = await rig.rows(
    sql`select status, attempts from webhooks.delivery where msg_id = ${waiting.msgId}`,
  )
  expect(found).toEqual([{ status: 2, attempts: 0 }])
})

test('[WH-14] what a transformation made is not sent when the lease ran out meanwhile', async () => {
  await change(sql`transformation = 'function handler(webhook) { return webhook }',
    transformation_enabled = true`)
  const slow = await hold()
  parts.queue(slow)
  parts.dispatch.pump()
  expect(parts.dispatch.stats().inFlight).toBe(1)
  // The script runs in another process, so it has not ended yet.
  clock.advance(parts.settings.leaseMs)
  await parts.dispatch.idle()
  const inTime = await hold()
  parts.queue(inTime)
  parts.dispatch.pump()
  await onlySent(inTime)
})

test.each<[string, Answer | 'hang', number]>([
  ['429', { status: 429 }, 2],
  ['502', { status: 502 }, 2],
  ['503', { status: 503 }, 2],
  ['504', { status: 504 }, 2],
  ['nothing', 'hang', 2],
  ['500', { status: 500 }, 3],
  ['204', { status: 204 }, 5],
])('[WH-18] after %s a receiver gets fewer at once, or one more', async (_, answer, window) => {
  await restart({ timeoutMs: answer === 'hang' ? 50 : 15_000 })
  rig.target.rules.answer = () => answer
  parts.queue(await hold())
  parts.dispatch.pump()
  await parts.settled()
  for (let n = 0; n < 8; n++) parts.queue(await hold())
  rig.target.rules.answer = () => 'hang'
  parts.dispatch.pump()
  expect(parts.dispatch.stats()).toMatchObject({ inFlight: window, waiting: 8 - window })
  // What hangs is broken at the end, once it has arrived.
  await eventually(() => expect(rig.target.received.length).toBeGreaterThan(window))
})

test('[WH-18] nothing more is sent while outcomes cannot be recorded', async () => {
  const right = sql`update on webhooks.delivery`
  const [first, second] = [await hold(), await hold()]
  await rig.rows(sql`revoke ${right} from countersign_engine`)
  try {
    parts.queue(first)
    parts.dispatch.pump()
    await eventually(() => expect(parts.records.stuck()).toBe(true))
    parts.queue(second)
    parts.dispatch.pump()
    expect(parts.dispatch.stats()).toMatchObject({ inFlight: 0, waiting: 1 })
  } finally {
    await rig.rows(sql`grant ${right} to countersign_engine`)
  }
  await onlySent(first, second)
})

test('[WH-18] what was taken over by another worker is not sent, what was kept is', async () => {
  await restart({ leaseMs: 100 })
  const lost = await hold()
  const taken = await claimDue(parts.connection, {
    ...{ owner: 'another', now: clock() + 100, until: clock() + 1_000_000, limit: 9 },
  })
  expect(taken.map(({ msg_id }) => msg_id)).toEqual([lost.msgId])
  const kept = await hold()
  parts.queue(lost, kept)
  const until = kept.leaseUntil
  clock.advance(50)
  parts.sweep()
  await eventually(() => expect(kept.leaseUntil).toBeGreaterThan(until))
  parts.dispatch.pump()
  await onlySent(kept)
})

test('[WH-18] what is taken from the database follows a change that this process never heard of', async () => {
  const job = await hold()
  await parts.table.fresh(appId)
  await change(sql`url = ${`${rig.target.url}moved`}`)
  clock.advance(parts.settings.leaseMs)
  parts.sweep()
  await onlySent(job)
  expect(rig.target.received.map(({ path }) => path)).toEqual(['/moved'])
})
