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
import { expect, test, vi } from 'vitest'
import { organisationToken, type ServiceProcess, serviceProcess } from '../service.fixture.ts'
import type { DB } from '../tables.gen.ts'

const kills = scaled(3)
const clients = 6

test('[WH-20] kill -9 between a call and its answer: every key has exactly one effect', async () => {
  const random = seeded(seed)
  const { url: databaseUrl, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-once-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const services: ServiceProcess[] = [await serviceProcess(env), await serviceProcess(env)]
  const authorization = `Bearer ${await organisationToken(id('org', Date.now()))}`
  const call = async (server: number, path: string, key: string, body: object) => {
    const answer = await fetch(`${services[server]?.url}/api/v1${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
    })
    return { status: answer.status, text: await answer.text() }
  }
  let retries = 0
  /** As a client does it: again with the same key until there is an answer, of either server. */
  const insist = async (path: string, key: string, body: object) => {
    for (let n = random() < 0.5 ? 0 : 1; ; n++) {
      const answer = await call(n % 2, path, key, body).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      retries++
      await sleep(20)
    }
  }
  const app = JSON.parse((await insist('/app/', 'first', { name: 'First' })).text)
  const calls = (key: string) => [
    { path: `/app/${app.id}/msg/`, key, body: { eventType: 'a', payload: { key } } },
    { path: '/app/', key, body: { name: key } },
  ]
  const answers = new Map<string, string>()
  let loading = true
  const client = async (name: number) => {
    for (let n = 0; loading; n++)
      for (const { path, key, body } of calls(`${name}-${n}`))
        answers.set(`${path} ${key}`, JSON.stringify(await insist(path, key, body)))
  }
  const load = Array.from({ length: clients }, (_, name) => client(name))
  try {
    for (let kill = 0; kill < kills; kill++) {
      // The kill comes at any moment, but not before so many more were answered.
      const before = answers.size
      const more = 20 + random() * 60
      await vi.waitFor(() => expect(answers.size).toBeGreaterThan(before + more), {
        ...{ timeout: 60_000, interval: 1 },
      })
      await services[kill % 2]?.end('SIGKILL')
      services[kill % 2] = await serviceProcess(env)
    }
    loading = false
    await Promise.all(load)

    const owner = connect<DB>({ url: databaseUrl, role: 'postgres', max: 1 })
    const count = async (query: string) =>
      owner.withNobody(async (tx) => (await sql.raw<{ n: number }>(query).execute(tx)).rows[0]?.n)
    const asked = answers.size / 2
    const messages = await count('select count(*)::int n from webhooks.message')
    const applications = await count('select count(*)::int n from webhooks.application')
    await owner.close()
    console.log(`[WH-20] crash test: ${JSON.stringify({ asked, messages, kills, retries })}`)
    expect([messages, applications]).toEqual([asked, asked + 1])
    expect(retries).toBeGreaterThan(0)
    for (const [name, answer] of [...answers].slice(0, 200)) {
      const [path = '', key = ''] = name.split(' ')
      expect(
        JSON.stringify(await insist(path, key, { eventType: 'b', payload: {}, name: 'b' })),
      ).toBe(answer)
    }
  } finally {
    loading = false
    await Promise.allSettled(load)
    for (const service of services) await service.end('SIGKILL')
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 180_000)
