import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDatabase } from '@countersign/kit/embedded-postgres'
import { id } from '@countersign/kit/ids'
import { seeded } from '@countersign/kit/seeded'
import { killablePostgres } from '@countersign/kit/testing-postgres'
import { scaled, seed } from '@countersign/kit/testing-volume'
import { expect, test, vi } from 'vitest'
import { receiver } from './delivery.fixture.ts'
import { organisationToken, serviceProcess } from './service.fixture.ts'

const kills = scaled(3)
const clients = 6

test('[WH-18] kill -9 of PostgreSQL under load loses and repeats nothing', async () => {
  const random = seeded(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-crash-database-'))
  const target = await receiver()
  const postgres = await killablePostgres({ dataDir })
  await ensureDatabase(postgres.url(), 'crash')
  const service = await serviceProcess({ DATABASE_URL: postgres.url('crash'), DATA_DIR: dataDir })
  const authorization = `Bearer ${await organisationToken(id('org', Date.now()))}`
  const call = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return String(JSON.parse(text).id)
  }
  const at = `/app/${await call('/app/', { name: 'Crash' })}`
  await call(`${at}/endpoint/`, { url: target.url })

  const acknowledged = new Set<string>()
  let refused = 0
  let loading = true
  const client = async () => {
    while (loading) {
      // While the database is away a request is refused; that is no promise.
      await call(`${at}/msg/`, { eventType: 'crash.tested', payload: {} }).then(
        (msgId) => acknowledged.add(msgId),
        () => {
          refused++
          return sleep(20)
        },
      )
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
  const load = Array.from({ length: clients }, client)
  try {
    let ended = 0
    for (let kill = 0; kill < kills; kill++) {
      await acknowledgedMore(20 + random() * 80)
      ended += await postgres.kill()
      await sleep(random() * 500)
      await postgres.start()
      await acknowledgedMore(1)
    }
    loading = false
    await Promise.all(load)
    const lost = () => {
      const got = new Set(target.ids())
      return [...acknowledged].filter((one) => !got.has(one))
    }
    await vi.waitFor(() => expect(lost(), `seed ${seed}`).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    })
    const ids = target.ids()
    const duplicates = ids.length - new Set(ids).size
    const told = { seed, kills, ended, acknowledged: acknowledged.size, refused, duplicates }
    console.log(`[WH-18] database crash test: ${JSON.stringify(told)}`)
    // Outcomes are held until they are on record, so that nothing is sent again.
    expect(duplicates, `seed ${seed}`).toBe(0)
    expect(acknowledged.size).toBeGreaterThan(20 * kills)
  } finally {
    loading = false
    await Promise.allSettled(load)
    await service.end('SIGKILL')
    await postgres.stop()
    await target.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
