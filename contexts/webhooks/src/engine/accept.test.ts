import { connect } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { openPinnedConnection, type PinnedConnection } from '@countersign/kit/pinned-connection'
import { testClock } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import type { DB } from '../tables.gen.ts'
import { storeBatch } from './accept.store.ts'
import { acceptor } from './accept.ts'
import { type SendingParts, sendingParts } from './sending.fixture.ts'

let rig: DeliveryRig
let parts: SendingParts
let clock: ReturnType<typeof testClock>
let appId: string
let endpointId: string
beforeAll(async () => {
  rig = await deliveryRig()
})
beforeEach(async () => {
  rig.target.received.length = 0
  clock = testClock()
  parts = sendingParts(rig, clock)
  appId = await rig.application()
  endpointId = await rig.endpoint(appId)
})
afterEach(() => parts.stop())
afterAll(() => rig.stop())

/** Accepts by this connection, for the dispatcher of the parts. */
function accepting(connection: PinnedConnection) {
  const { owner, table, settings, dispatch } = parts
  return acceptor({
    ...{ connections: [connection], owner, table, settings, now: clock },
    handOff: { ...dispatch, overflowed: () => expect.unreachable() },
  })
}
/** Where no database listens. */
const nowhere = () => {
  const url = new URL(rig.url)
  url.port = '1'
  return openPinnedConnection({ url: url.href, role: 'countersign_engine' })
}

test('[WH-18] one message that cannot be stored refuses itself alone, and keeps no place', async () => {
  const { accept } = accepting(parts.connection)
  const types = ['a', 'b\0', 'c', 'd']
  // At once, so that they are one batch.
  const answers = await Promise.allSettled(
    types.map((eventType) => accept(rig.message(appId, { eventType }))),
  )
  expect(answers.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
  await vi.waitFor(() => expect(rig.target.received).toHaveLength(3), { timeout: 60_000 })
  await parts.settled()
  expect(parts.dispatch.stats()).toMatchObject({ waiting: 0, inFlight: 0, delivered: 3 })
})

test('[WH-18] what could not be stored gives back its places and its room', async () => {
  const connection = nowhere()
  const { accept } = accepting(connection)
  const small = () => accept(rig.message(appId))
  // More than may be held at once.
  const large = rig.message(appId, { payload: 'x'.repeat(64 * 1024 * 1024 + 1) })
  const first = accept(large)
  await expect(small()).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(first).rejects.toMatchObject({ code: 'unavailable' })
  await expect(small()).rejects.toMatchObject({ code: 'unavailable' })
  const unknown = accept({ ...large, appId: 'app_none' })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  await expect(small()).rejects.toMatchObject({ code: 'unavailable' })
  expect(parts.dispatch.stats()).toMatchObject({ waiting: 0, inFlight: 0 })
  await connection.close()
})

test.each([null, 'an event id'])(
  '[WH-18] nothing is stored for endpoints that have changed meanwhile, eventId: %s',
  async (eventId) => {
    const { orgId } = rig
    const application = await parts.table.fresh(appId)
    const routes = application?.routes ?? -1
    await rig.endpoint(appId)
    const msgId = id('msg', clock())
    const batch = (now: number) => ({
      ...{ now: clock(), owner: parts.owner, wake: false },
      messages: [{ ...rig.message(appId, { eventId }), id: msgId }],
      deliveries: [{ orgId, appId, msgId, endpointId, claimIn: 0, leased: false }],
      routes: new Map([[appId, now]]),
    })
    const stored = async () =>
      Promise.all(
        [sql`webhooks.message where id`, sql`webhooks.delivery where msg_id`].map(
          async (place) => (await rig.rows(sql`select from ${place} = ${msgId}`)).length,
        ),
      )
    expect((await storeBatch(parts.connection, batch(routes))).apps).toEqual(new Set([appId]))
    expect(await stored()).toEqual([0, 0])
    expect((await storeBatch(parts.connection, batch(routes + 1))).apps).toEqual(new Set())
    expect(await stored()).toEqual([1, 1])
  },
)

test('[WH-20] a key whose time is over belongs to the next message alone: no old answer stays', async () => {
  const { orgId } = rig
  const key = id('key', clock())
  await rig.rows(sql`insert into webhooks.idempotency
      (org_id, key_hash, status, answer, expires_at)
    values (${orgId}, ${key}, 201, 'sealed', ${new Date(clock())})`)
  const { accept } = accepting(parts.connection)
  const sent = await accept(rig.message(appId, { key }))
  const found = await rig.rows(sql`select app_id, msg_id, status, answer
    from webhooks.idempotency where org_id = ${orgId} and key_hash = ${key}`)
  expect(found).toEqual([{ app_id: appId, msg_id: sent.id, status: null, answer: null }])
  await expect(accept(rig.message(appId, { key }))).rejects.toMatchObject({ code: 'conflict' })
  await vi.waitFor(() => expect(rig.target.ids()).toEqual([sent.id]), { timeout: 60_000 })
  await parts.settled()
})

test('[WH-18] workers elsewhere are woken for a single delivery, and not for none', async () => {
  const { owner, table, settings } = parts
  const { accept } = acceptor({
    ...{ connections: [parts.connection], owner, table, settings, now: clock },
    handOff: null,
  })
  const listener = connect<DB>({ url: rig.url, role: 'countersign_engine', max: 1 })
  const heard: string[] = []
  const unlisten = listener.listen('webhooks_due', (payload) => void heard.push(payload))
  await vi.waitFor(() => expect(heard, 'it listens').toHaveLength(1), { timeout: 60_000 })
  await accept(rig.message(await rig.application()))
  await rig.rows(sql`select pg_notify('webhooks_due', 'between')`)
  await accept(rig.message(appId))
  await rig.rows(sql`select pg_notify('webhooks_due', 'end')`)
  await vi.waitFor(() => expect(heard).toContain('end'), { timeout: 60_000 })
  expect(heard).toEqual(['', 'between', '', 'end'])
  await unlisten()
  await listener.close()
})
