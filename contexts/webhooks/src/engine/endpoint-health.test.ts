import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import { markFailing } from './endpoint-health.store.ts'
import { type SendingParts, sendingParts } from './sending.fixture.ts'

let rig: DeliveryRig
let parts: SendingParts
let clock: ReturnType<typeof testClock>
let appId: string
let id: string
beforeAll(async () => {
  rig = await deliveryRig()
})
beforeEach(async () => {
  clock = testClock()
  parts = sendingParts(rig, clock, { retryScheduleMs: [] })
  appId = await rig.application()
  id = await rig.endpoint(appId)
})
afterEach(() => parts.stop())
afterAll(() => rig.stop())

const day = 86_400_000
const state = async () => {
  // Over the connection that health is written by: after whatever was begun before.
  const [row] = await parts.connection.query<{ disabled: boolean; since: number | null }>(
    {
      name: 'test-health',
      text: `select disabled, extract(epoch from failing_since)::float8 * 1000 as since
        from webhooks.endpoint where id = $1`,
    },
    [id],
  )
  return row
}

test.each([
  ['started', null],
  ['restarted', 6],
  ['stopped', 6],
])(
  '[WH-18] an endpoint whose clock was %s meanwhile is judged again, not disabled',
  async (what, daysAgo) => {
    const now = clock()
    const known = daysAgo === null ? null : now - daysAgo * day
    const since = what === 'stopped' ? null : now - day
    await rig.rows(sql`update webhooks.endpoint
    set failing_since = to_timestamp(${since}::float8 / 1000) where id = ${id}`)
    const mark = { known, failingSince: known ?? now, disable: known !== null, now }
    expect(await markFailing(parts.connection, { appId, id }, mark, null)).toBe(false)
    expect(await state()).toEqual({ disabled: false, since })
    // What is known is true: it counts.
    const judged = { known: since, failingSince: since ?? now, disable: true, now }
    expect(await markFailing(parts.connection, { appId, id }, judged, null)).toBe(true)
    expect(await state()).toEqual({ disabled: true, since: since ?? now })
  },
)

test.each([500, 410])(
  '[WH-18] %s to an attempt that somebody asked for says nothing about the endpoint',
  async (status) => {
    rig.target.rules.answer = () => ({ status })
    const send = async (manual: { status: 2; nextAt: null } | null) => {
      parts.queue(await parts.hold(appId, id, { manual }))
      parts.dispatch.pump()
      await parts.settled()
    }
    await send({ status: 2, nextAt: null })
    expect(await state()).toEqual({ disabled: false, since: null })
    await send(null)
    expect(await state()).toEqual(
      status === 410 ? { disabled: true, since: null } : { disabled: false, since: clock() },
    )
  },
)
