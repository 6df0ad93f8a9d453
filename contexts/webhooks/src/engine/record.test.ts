import { id } from '@countersign/kit/ids'
import type { PinnedConnection } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DeliveryRig, deliveryRig } from '../delivery.fixture.ts'
import { storeBatch } from './accept.store.ts'
import {
  type Held,
  releaseLeases,
  renewLeases,
  type Settlement,
  storeOutcomes,
} from './record.store.ts'
import { makePartitions } from './retention/index.ts'
import { claimDue, nextDue } from './sweep.store.ts'

let rig: DeliveryRig
let connection: PinnedConnection
let appId: string
let endpointId: string
const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 21, 12)
beforeAll(async () => {
  rig = await deliveryRig()
  connection = rig.openPinnedConnection()
  await makePartitions(connection, start)
})
beforeEach(async () => {
  await rig.rows(sql`update webhooks.delivery set status = 2, claimable_at = null`)
  appId = await rig.application()
  endpointId = await rig.endpoint(appId)
})
afterAll(async () => {
  await connection.close()
  await rig.stop()
})

/** Accepts a message, its delivery leased by `first` until ten seconds later. */
async function leased(at = start): Promise<Held> {
  const { orgId } = rig
  const msgId = id('msg', at)
  const [application] = await rig.rows(
    sql<{ routes: number }>`select routes from webhooks.application where id = ${appId}`,
  )
  await storeBatch(connection, {
    ...{ now: at, owner: 'first', wake: false },
    messages: [{ ...rig.message(appId), id: msgId }],
    deliveries: [{ orgId, appId, msgId, endpointId, claimIn: 10_000, leased: true }],
    routes: new Map([[appId, application?.routes ?? -1]]),
  })
  return { appId, msgId, endpointId, fence: 1 }
}

const success = (held: Held): Settlement => ({
  ...{
    held,
    orgId: rig.orgId,
    eventType: 't',
    channels: null,
    status: 0,
    nextAt: null,
    trigger: 0,
  },
  attempt: {
    ...{ id: id('atmpt', start), url: 'http://receiver.example/', status: 0, statusCode: 200 },
    ...{ response: '', durationMs: 1, sentHeaders: '{}', responseHeaders: null, startedAt: start },
  },
})
const state = async (held: Held) => {
  const [row] = await rig.rows(sql<{
    status: number
    attempts: number
    fence: number
    owner: string | null
    due: number | null
  }>`select status, attempts, fence, lease_owner as owner,
      extract(epoch from claimable_at)::float8 * 1000 as due
    from webhooks.delivery where msg_id = ${held.msgId}`)
  return row
}
const attempts = async (held: Held) =>
  (await rig.rows(sql`select id from webhooks.attempt where msg_id = ${held.msgId}`)).length
const claim = (owner: string, now: number) =>
  claimDue(connection, { owner, now, until: now + 10_000, limit: 200 })

test('[WH-18] a lease is not taken over before it ends', async () => {
  const held = await leased()
  expect(await nextDue(connection)).toBe(start + 10_000)
  expect(await claim('second', start + 9_999)).toEqual([])
  expect(await claim('second', start + 10_000)).toMatchObject([{ msg_id: held.msgId, fence: 2 }])
  expect(await claim('third', start + 10_000)).toEqual([])
})

test('[WH-18] a stale owner cannot settle, but its attempt is kept', async () => {
  const held = await leased()
  await claim('second', start + 10_000)
  await storeOutcomes(connection, 'first', [success(held)], start)
  expect(await state(held)).toMatchObject({ status: 3, attempts: 0, owner: 'second', fence: 2 })
  expect(await attempts(held)).toBe(1)
  await storeOutcomes(connection, 'second', [success({ ...held, fence: 2 })], start)
  expect(await state(held)).toMatchObject({ status: 0, attempts: 1, owner: null, due: null })
  expect(await attempts(held)).toBe(2)
})

test('[WH-18] an owner that lost and regained a delivery cannot settle by the older lease', async () => {
  const held = await leased()
  await claim('first', start + 10_000)
  await storeOutcomes(connection, 'first', [success(held)], start)
  expect(await state(held)).toMatchObject({ status: 3, owner: 'first', fence: 2 })
})

test('[WH-18] an outcome recorded twice counts once', async () => {
  const held = await leased()
  const outcome = success(held)
  await storeOutcomes(connection, 'first', [outcome], start)
  await storeOutcomes(connection, 'first', [outcome], start)
  expect(await state(held)).toMatchObject({ status: 0, attempts: 1 })
  expect(await attempts(held)).toBe(1)
})

test('[WH-18] a retry is due when it was planned, and for anyone', async () => {
  const held = await leased()
  const retry = { ...success(held), status: 3 as const, nextAt: start + 5_500 }
  await storeOutcomes(connection, 'first', [retry], start)
  expect(await state(held)).toMatchObject({
    status: 3,
    attempts: 1,
    owner: null,
    due: start + 5_500,
  })
  expect(await claim('second', start + 5_499)).toEqual([])
  expect(await claim('second', start + 5_500)).toMatchObject([{ attempts: 1, fence: 2 }])
})

test('[WH-18] what has been due for longest is taken first, of whatever day it is', async () => {
  const today = await Promise.all([leased(), leased()])
  const [tomorrow, dayAfter] = [await leased(start + dayMs), await leased(start + 2 * dayMs)]
  const order = [dayAfter, today[1], tomorrow, today[0]]
  for (const [place, held] of order.entries())
    await releaseLeases(connection, 'first', [{ ...held, due: start + place }])
  for (const held of order) {
    const lease = { owner: 'second', now: start + 9, until: start + 10_000, limit: 1 }
    expect(await claimDue(connection, lease)).toMatchObject([{ msg_id: held.msgId }])
  }
})

test('[WH-18] a lease is prolonged and given back by its holder alone', async () => {
  const held = await leased()
  const key = `${held.msgId} ${held.endpointId}`
  expect(await renewLeases(connection, 'second', [held], start + 20_000)).toEqual(new Set())
  expect(await renewLeases(connection, 'first', [{ ...held, fence: 2 }], start + 20_000)).toEqual(
    new Set(),
  )
  expect(await renewLeases(connection, 'first', [held], start + 20_000)).toEqual(new Set([key]))
  expect(await state(held)).toMatchObject({ due: start + 20_000, fence: 1 })
  await releaseLeases(connection, 'second', [{ ...held, due: start }])
  expect(await state(held)).toMatchObject({ owner: 'first' })
  await releaseLeases(connection, 'first', [{ ...held, due: start }])
  expect(await state(held)).toMatchObject({ owner: null, due: start })
})

test('[WH-18] messages, deliveries and attempts lie in the partition of their day', async () => {
  const held = await leased()
  await storeOutcomes(connection, 'first', [success(held)], start)
  for (const [table, column] of [
    ['message', 'id'],
    ['delivery', 'msg_id'],
    ['attempt', 'msg_id'],
  ] as const) {
    const rows = await rig.rows(
      sql<{ name: string }>`select tableoid::regclass::text as name
        from ${sql.table(`webhooks.${table}`)} where ${sql.ref(column)} = ${held.msgId}`,
    )
    expect(rows).toEqual([{ name: `webhooks.${table}_20261121` }])
  }
  expect(await makePartitions(connection, start)).toEqual([])
})
