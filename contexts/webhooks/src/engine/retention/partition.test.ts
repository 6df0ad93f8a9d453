import { id } from '@countersign/kit/ids'
import { testDatabase } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import { expect, test, vi } from 'vitest'

test('[WH-19] an announcement is stored although its partition is made at that moment', async () => {
  const { url, drop } = await testDatabase()
  const open = async () => {
    const client = testClient({ connectionString: url })
    await client.connect()
    return client
  }
  const [maker, teller, watcher] = [await open(), await open(), await open()]
  const at = Date.UTC(2026, 5, 1)
  const [org, app, msg] = [id('org', at), id('app', at), id('msg', at)]
  await maker.query(
    `insert into webhooks.application (org_id, id, uid, name, created_at, updated_at)
     values (webhooks.management(), $1, $2, 'Listener', now(), now())`,
    [app, org],
  )
  await maker.query('begin')
  await maker.query(`select webhooks.make_partition('message', '20260601', $1, $2)`, [
    msg.slice(0, 8),
    `${msg.slice(0, 8)}zzz`,
  ])
  const told = teller.query(`select webhooks.announce($1, $2, 'endpoint.created', '{}', now())`, [
    org,
    msg,
  ])
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
    and query like 'select webhooks.announce%' and datname = current_database()`
  await vi.waitFor(async () => expect((await watcher.query(waiting)).rowCount).toBe(1), {
    timeout: 60_000,
  })
  await maker.query('commit')
  await told
  const { rows } = await maker.query('select id from webhooks.message_20260601')
  expect(rows).toEqual([{ id: msg }])
  await Promise.all([maker.end(), teller.end(), watcher.end()])
  await drop()
})
