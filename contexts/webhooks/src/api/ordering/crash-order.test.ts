import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { id } from '@countersign/kit/ids'
import { seeded } from '@countersign/kit/seeded'
import { testDatabase } from '@countersign/kit/testing'
import { scaled, seed } from '@countersign/kit/testing-volume'
import { expect, test, vi } from 'vitest'
import { receiver } from '../../delivery.fixture.ts'
import { organisationToken, type ServiceProcess, serviceProcess } from '../../service.fixture.ts'

const keys = 20
const perKey = scaled(200)
const kills = scaled(5)

test('[WH-18] messages of a key keep their order across failures, two workers and kill -9', async () => {
  const random = seeded(seed)
  const target = await receiver()
  const { url: databaseUrl, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-crash-order-'))
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WEBHOOKS_LEASE_MS: '2000' },
    WEBHOOKS_RETRY_SCHEDULE_MS: Array.from({ length: 12 }, () => 40).join(','),
  }
  const services: ServiceProcess[] = [await serviceProcess(env), await serviceProcess(env)]
  const authorization = `Bearer ${await organisationToken(id('org', Date.now()))}`
  const call = async (at: number, path: string, body: object): Promise<string> => {
    const answer = await fetch(`${services[at]?.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // An event that was taken before the answer was lost is there.
    if (answer.status !== 409 && !answer.ok) throw new Error(`${answer.status}`)
    return String(JSON.parse(await answer.text()).id)
  }

  /** The last message of each key that was taken, and whatever came out of turn. */
  const taken = new Map<string, number>()
  const wrong: string[] = []
  let requests = 0
  target.rules.answer = ({ body }) => {
    const { key, n } = JSON.parse(body)
    const last = taken.get(key) ?? -1
    // The one after the last, or the last again when a worker died before it was on record.
    if (n !== last + 1 && n !== last) wrong.push(`${key}: ${n} after ${last}`)
    if (++requests % 10 === 0) return { status: 500 }
    taken.set(key, Math.max(last, n))
    return {}
  }

  const app = await call(0, '/app/', { name: 'Order' })
  await call(0, `/app/${app}/endpoint/`, { url: target.url, ordered: true })
  let sent = 0
  const sender = async (key: string) => {
    for (let n = 0; n < perKey; ) {
      const message = { eventType: 'order.tested', orderingKey: key, payload: { key, n } }
      const done = await call(sent % 2, `/app/${app}/msg/`, { ...message, eventId: `${key}-${n}` })
        .then(() => true)
        .catch(() => sleep(10 + 20 * random(), false))
      if (done) n++
      sent++
    }
  }
  const load = Array.from({ length: keys }, (_, n) => sender(`key-${n}`))
  try {
    for (let kill = 0; kill < kills; kill++) {
      const due = (keys * perKey * (kill + random())) / kills
      await vi.waitFor(() => expect(sent).toBeGreaterThan(due), {
        ...{ timeout: 60_000, interval: 1 },
      })
      const at = kill % 2
      await services[at]?.end('SIGKILL')
      services[at] = await serviceProcess(env)
    }
    await Promise.all(load)
    await vi.waitFor(
      () => {
        expect(taken.size).toBe(keys)
        expect(new Set(taken.values())).toEqual(new Set([perKey - 1]))
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(wrong, `seed ${seed}`).toEqual([])
    const told = { seed, kills, messages: keys * perKey, requests }
    console.log(`[WH-18] order crash test: ${JSON.stringify(told)}`)
  } finally {
    await Promise.allSettled(services.map((one) => one.end('SIGKILL')))
    await target.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
