import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { seeded } from '@countersign/kit/seeded'
import { testDatabase } from '@countersign/kit/testing'
import { scaled, seed } from '@countersign/kit/testing-volume'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { receiver } from './delivery.fixture.ts'
import { organisationToken, type ServiceProcess, serviceProcess } from './service.fixture.ts'
import type { DB } from './tables.gen.ts'

const kills = scaled(4)
const clients = 8

const json = async (answer: Response): Promise<Record<string, unknown>> => {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(text)
}

test('[WH-18] kill -9 of the webhook service under load loses nothing acknowledged', async () => {
  const random = seeded(seed)
  const target = await receiver()
  const { url: databaseUrl, drop } = await testDatabase()
  const owner = connect<DB>({ url: databaseUrl, role: 'postgres', name: 'crash-test' })
  const unsettled = () =>
    owner.withNobody(async (tx) => {
      const { rows } = await sql<{
        id: string
      }>`select msg_id as id from webhooks.delivery where status <> 0`.execute(tx)
      return rows.map(({ id }) => id)
    })
  /** A commit that was under way when the process died may still succeed. */
  const disconnected = () =>
    vi.waitFor(
      async () => {
        const { rows } = await owner.withNobody((tx) =>
          sql`select pid from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend'
              and application_name <> 'crash-test'`.execute(tx),
        )
        expect(rows).toEqual([])
      },
      { timeout: 30_000, interval: 10 },
    )
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WEBHOOKS_LEASE_MS: '2000' }
  let service: ServiceProcess = await serviceProcess(env)
  const authorization = `Bearer ${await organisationToken(id('org', Date.now()))}`
  const call = (path: string, body?: object) =>
    fetch(`${service.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const application = await json(await call('/app/', { name: 'Crash' }))
  const at = `/app/${application.id}`
  const endpoint = await json(await call(`${at}/endpoint/`, { url: target.url }))
  const { key } = await json(await call(`${at}/endpoint/${endpoint.id}/secret/`))

  const asked = new Set<string>()
  /** Messages that were not on record as delivered when the process died, once for each kill. */
  const open: string[] = []
  const acknowledged = new Map<string, string>()
  let loading = true
  const client = async (name: number) => {
    for (let n = 0; loading; n++) {
      const mark = `${name}-${n}`
      asked.add(mark)
      // A refused or broken request is no promise; the next one carries another mark.
      await call(`${at}/msg/`, { eventType: 'crash.tested', payload: { mark } })
        .then(json)
        .then(({ id }) => acknowledged.set(String(id), mark))
        .catch(() => sleep(20))
      await sleep(5 + random() * 30)
    }
  }
  /** The next kill comes at any moment, but not before the service has taken so many more. */
  const acknowledgedMore = (more: number) => {
    const before = acknowledged.size
    return vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + more), {
      ...{ timeout: 60_000, interval: 1 },
    })
  }
  const load = Array.from({ length: clients }, (_, name) => client(name))
  try {
    for (let kill = 0; kill < kills; kill++) {
      await acknowledgedMore(20 + random() * 80)
      await service.end('SIGKILL')
      await disconnected()
      open.push(...(await unsettled()))
      service = await serviceProcess(env)
    }
    await acknowledgedMore(20)
    loading = false
    await Promise.all(load)

    const lost = () => {
      const got = new Set(target.ids())
      return [...acknowledged.keys()].filter((one) => !got.has(one))
    }
    await vi.waitFor(() => expect(lost(), `seed ${seed}`).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    })
    // Whatever was taken over twice has come by now: every delivery is settled.
    await vi.waitFor(async () => expect(await unsettled()).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    })

    const verifier = new Webhook(String(key))
    const marks = target.received.map(({ headers, body }) => {
      const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
      verifier.verify(body, Object.fromEntries(texts))
      return String(JSON.parse(body).mark)
    })
    const unexpected = marks.filter((mark) => !asked.has(mark))
    // What came more often than the kills explain: sent once, and once more for each that left it open.
    const unexplained = target.ids()
    for (const one of [...new Set(unexplained), ...open]) {
      const place = unexplained.indexOf(one)
      if (place >= 0) unexplained.splice(place, 1)
    }
    const duplicates = target.received.length - new Set(target.ids()).size
    const told = { seed, kills, acknowledged: acknowledged.size, lost: 0, duplicates }
    console.log(`[WH-18] crash test: ${JSON.stringify(told)}`)
    expect(unexpected).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(40 * kills)
    expect(unexplained, `seed ${seed}`).toEqual([])
  } finally {
    loading = false
    await Promise.allSettled(load)
    await service.end('SIGKILL')
    await target.close()
    await owner.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
