import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { run, testDatabase } from '@countersign/kit/testing'
import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { receiver } from '../delivery.fixture.ts'
import { organisationToken, serviceProcess } from '../service.fixture.ts'
import type { DB } from '../tables.gen.ts'
import { until } from '../webhooks.fixture.ts'

const count = 20_000

test('[WH-05] kill -9 of the service while it recovers 20,000 messages skips and repeats none', async () => {
  const target = await receiver()
  const { url: databaseUrl, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-crash-'))
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WEBHOOKS_LEASE_MS: '2000' }
  const owner = connect<DB>({ url: databaseUrl, role: 'postgres', max: 2 })
  const rows = async <Row>(query: RawBuilder<Row>) =>
    owner.withNobody(async (tx) => (await query.execute(tx)).rows)
  const orgId = id('org', Date.now())
  const authorization = `Bearer ${await organisationToken(orgId)}`
  let service = await serviceProcess(env)
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    const found: Record<string, unknown> = JSON.parse(text)
    return found
  }
  try {
    const app = String((await call('/app/', { name: 'Crash' })).id)
    const endpoint = String((await call(`/app/${app}/endpoint/`, { url: target.url })).id)
    const start = Date.now() - 3_600_000
    const ids = Array.from({ length: count }, (_, n) => id('msg', start + n))
    await rows(sql`insert into webhooks.message
        (org_id, app_id, id, event_type, payload, expires_at, created_at)
      select ${orgId}, ${app}, m, 'a', '{}', now() + interval '90 days',
        to_timestamp((${start}::float8 + n - 1) / 1000)
      from unnest(${ids}::text[]) with ordinality as u(m, n)`)
    await rows(sql`insert into webhooks.delivery
        (org_id, app_id, msg_id, endpoint_id, status, created_at)
      select org_id, app_id, id, ${endpoint}, 2, created_at from webhooks.message`)
    // Every time that an attempt was asked for, as it was committed.
    await run(databaseUrl, 'create table public.asked (msg_id text)')
    await run(databaseUrl, 'grant insert on public.asked to countersign_app')
    await run(
      databaseUrl,
      `create function public.note() returns trigger language plpgsql as $$ begin
        insert into public.asked values (new.msg_id); return null; end $$`,
    )
    await run(
      databaseUrl,
      `create trigger note after update on webhooks.delivery for each row
        when (new.manual and not old.manual) execute function public.note()`,
    )
    const since = new Date(start).toISOString()
    const task = await call(`/app/${app}/endpoint/${endpoint}/recover/`, { since })
    const sent = async () =>
      (
        await rows(
          sql<{ sent: number }>`select coalesce((progress->>'sent')::int, 0) as sent
            from webhooks.background_task where status = 'running'`,
        )
      )[0]?.sent
    await vi.waitFor(async () => expect((await sent()) ?? count).toBeGreaterThan(0), {
      ...{ timeout: 60_000, interval: 2 },
    })
    await service.end('SIGKILL')
    const killed = await sent()
    service = await serviceProcess(env)
    await vi.waitFor(
      async () =>
        expect(await call(`/background-task/${task.id}/`)).toMatchObject({
          ...{ status: 'finished', data: { messagesSent: count } },
        }),
      { timeout: 60_000, interval: 50 },
    )
    console.log(`[WH-05] killed after ${killed} of ${count}`)
    expect(killed).toBeLessThan(count)
    const [asked] = await rows(
      sql`select count(*) as all, count(distinct msg_id) as once from public.asked`,
    )
    expect(asked).toEqual({ all: count, once: count })
    await until('the first have come', () => target.received.length > 0)
  } finally {
    await service.end('SIGKILL')
    await target.close()
    await owner.close()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
