import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@countersign/kit/db'
import { type Failpoint, failpoints } from '@countersign/kit/failpoint'
import { createLog } from '@countersign/kit/log'
import { createRelay } from '@countersign/kit/outbox.worker'
import { drawn } from '@countersign/kit/testing-volume'
import {
  findWebhookApps,
  folderStorage,
  startImports,
  startSweep,
  type TrustTables,
} from '@countersign/trust'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageSender } from '../../relay/index.ts'
import type { Started } from '../process.fixture.ts'
import { bulkWorld } from './bulk-world.fixture.ts'
import { charging } from './charging.fixture.ts'
import { counting, renewing } from './counting.fixture.ts'
import { dies } from './dies.fixture.ts'
import { exporting } from './exporting.fixture.ts'
import { type FailpointRig, failpointRig } from './failpoint.fixture.ts'

/**
 * Dies at one point between two durable effects, lets another worker take over, and looks whether
 * everything that was acknowledged has arrived as often as it should.
 */
type Scenario = (rig: FailpointRig, point: Failpoint) => Promise<void>

const messages = 5
const message = (mark: string) => ({ eventType: 'failpoint.tested', payload: { mark } })
const sorted = (ids: readonly string[]) => [...ids].sort()

async function died({ child, ended }: Started): Promise<void> {
  await ended()
  expect(child.signalCode).toBe('SIGKILL')
}

/** Every delivery ends as `status`, and is nobody's any more. */
const settled = (rig: FailpointRig, path: string, count: number) =>
  vi.waitFor(
    async () => {
      const rows = await rig.deliveries(path)
      expect(rows.map(({ status, lease_owner: owner }) => ({ status, owner }))).toEqual(
        Array.from({ length: count }, () => ({ status: 0, owner: null })),
      )
      return rows
    },
    { timeout: 60_000, interval: 25 },
  )

/** Messages one by one to the process that dies at the second; a caller without an answer asks again. */
const sending =
  (repeated: number): Scenario =>
  async (rig, point) => {
    const { path } = await rig.application()
    const { started, url } = await rig.armed('webhooks', point, 2)
    const acknowledged: string[] = []
    for (let n = 0; n < messages; n++) {
      const body = message(`${point}-${n}`)
      const key = `${point}-${n}`
      const answer =
        (await rig.call(`${path}/msg/`, body, url, key)) ??
        (await rig.call(`${path}/msg/`, body, rig.base, key))
      expect(answer?.status).toBe(202)
      acknowledged.push(String(answer?.body.id))
      // Nothing else is to be under way when it dies: what was sent and is not on record comes again.
      if (n === 0) await settled(rig, path, 1)
      if (n === 1) await died(started)
    }
    rig.resume()
    const rows = await settled(rig, path, messages)
    expect(rows.map((row) => row.msg_id)).toEqual(sorted(acknowledged))
    const got = rig.receiver.answered.filter((id) => acknowledged.includes(id))
    expect(sorted([...new Set(got)])).toEqual(sorted(acknowledged))
    expect(got.length - messages).toBeLessThanOrEqual(repeated)
  }

/** A worker dies with deliveries that it has taken and not sent. */
const claiming: Scenario = async (rig, point) => {
  const { path } = await rig.application()
  const { started } = await rig.armed('worker', point, 1)
  const asked = Array.from({ length: messages }, (_, n) =>
    rig.call(`${path}/msg/`, message(`${point}-${n}`)),
  )
  const acknowledged = (await Promise.all(asked)).map((answer) => String(answer?.body.id))
  await died(started)
  rig.resume()
  await settled(rig, path, messages)
  const got = rig.receiver.answered.filter((id) => acknowledged.includes(id))
  expect(sorted(got)).toEqual(sorted(acknowledged))
}

/** Asked to end while more waits than is under way, and dies before that is given back, or after. */
const stopping: Scenario = async (rig, point) => {
  const { path } = await rig.application()
  const { started, url } = await rig.armed('webhooks', point, 1)
  rig.receiver.hold()
  const many = 100
  const asked = Array.from({ length: many }, (_, n) =>
    rig.call(`${path}/msg/`, message(`${point}-${n}`), url),
  )
  const acknowledged = (await Promise.all(asked)).map((answer) => String(answer?.body.id))
  await vi.waitFor(() => expect(rig.receiver.waiting()).toBeGreaterThan(0), { timeout: 60_000 })
  started.child.kill('SIGTERM')
  await died(started)
  const before = rig.receiver.answered.length
  rig.receiver.free()
  rig.resume()
  await settled(rig, path, many)
  // What hung when the process died was answered to nobody; nothing that was answered comes again.
  expect(sorted(rig.receiver.answered.slice(before))).toEqual(sorted(acknowledged))
}

/** One more attempt was asked for, and whoever took note of it, who sends nothing, is dead. */
const asking: Scenario = async (rig, point) => {
  const { path, endpointId } = await rig.application()
  rig.resume()
  const msgId = (await rig.call(`${path}/msg/`, message(point)))?.body.id
  await settled(rig, path, 1)
  rig.halt()
  const { started, url } = await rig.armed('api', point, 1)
  expect(await rig.call(`${path}/msg/${msgId}/endpoint/${endpointId}/resend/`, {}, url)).toBe(null)
  await died(started)
  rig.resume()
  const times = () => rig.receiver.answered.filter((id) => id === msgId).length
  await vi.waitFor(() => expect(times()).toBe(2), { timeout: 60_000, interval: 25 })
  await settled(rig, path, 1)
  expect(times()).toBe(2)
}

/** An event of the product was handed over, and whoever should have noted it is dead. */
const relaying: Scenario = async (rig, point) => {
  await rig.call('/app/', { name: 'Relay', uid: point })
  const did = 'did:web:failpoint.example'
  await rig.rows(
    `insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
     values ($1, '{"name":"Failpoint"}', 'listed', now(), now())`,
    [did],
  )
  await rig.rows('insert into trust.webhook_app values ($1, $2, now())', [did, point])
  await rig.rows(
    `insert into outbox.event (vasp_did, object, id, type, payload, created_at)
     values ($1, $1, 'evt_1', 'vasp.updated', '{}', now())`,
    [did],
  )
  await dies(
    new URL('../../relay/relay.fixture.ts', import.meta.url),
    rig.url,
    rig.base,
    rig.token,
    point,
  )
  const events = () => rig.rows('select id from outbox.event')
  expect(await events()).toEqual([{ id: 'evt_1' }])
  const database = connect<TrustTables>({ url: rig.url, role: 'countersign_relay', max: 2 })
  const sender = messageSender({ url: rig.base, token: rig.token })
  const relay = createRelay({
    database,
    sender,
    applications: findWebhookApps,
    // Half a minute later the event is anybody's again.
    clock: () => Date.now() + 31_000,
    random: Math.random,
    log: createLog('error'),
  })
  relay.start()
  await vi.waitFor(async () => expect(await events()).toEqual([]), { timeout: 60_000 })
  await relay.stop()
  await Promise.all([sender.close(), database.close()])
  const handed = await rig.rows("select id from webhooks.message where event_id = 'evt_1'")
  expect(handed).toHaveLength(1)
}

/** A file lies in storage and no document names it: it goes, but only when no upload can be under way. */
const uploading: Scenario = async (rig, point) => {
  const did = `did:web:${point}.example`
  await rig.rows(
    `insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
     values ($1, '{"name":"Failpoint"}', 'listed', now(), now())`,
    [did],
  )
  const folder = await mkdtemp(join(tmpdir(), 'countersign-upload-'))
  await dies(new URL('./upload.fixture.ts', import.meta.url), rig.url, folder, did, point)
  const files = async () =>
    (await readdir(join(folder, 'kept'), { recursive: true })).filter((name) => name.length > 60)
  const named = () =>
    rig.rows('select id from trust.document where vasp_did = $1 and deleted_at is null', [did])
  const loose = () => rig.rows('select 1 from trust.loose_file where vasp_did = $1', [did])
  expect([await files(), await named(), await loose()].map(({ length }) => length)).toEqual([
    ...[1, 0, 1],
  ])
  const database = connect<TrustTables>({ url: rig.url, role: 'countersign_relay', max: 2 })
  const documents = {
    storage: folderStorage(join(folder, 'kept')),
    spoolFolder: join(folder, 'incoming'),
  }
  const log = createLog('error')
  const early = startSweep({ database, documents, clock: Date.now, log })
  await early.stop()
  expect([await files(), await loose()].map(({ length }) => length)).toEqual([1, 1])
  const late = startSweep({ database, documents, clock: () => Date.now() + 3_601_000, log })
  await late.stop()
  await database.close()
  expect([await files(), await loose()]).toEqual([[], []])
  expect(await readdir(documents.spoolFolder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
}

/** The page that was under way is done anew by the next worker, and no company is there twice. */
const importing: Scenario = async (rig, point) => {
  await rig.rows(
    `insert into trust.company_import (vasp_did, id, file_name, sha256, format, columns, state, created_by,
       created_at, updated_at)
     values ('network', 'imp_failpoint', 'a.csv', sha256('a'), 'csv', '{name}', 'running', 'test', now(), now())`,
  )
  await rig.rows(
    `insert into trust.company_import_line (vasp_did, import_id, line, state, did, profile, email_domains)
     select 'network', 'imp_failpoint', n, 'ready', 'did:web:imported-' || n || '.example',
       jsonb_build_object('name', 'Imported ' || n), '{}' from generate_series(1, 350) n`,
  )
  const lines = () =>
    rig.rows<{ state: string; count: number }>(
      `select state, count(*)::int from trust.company_import_line where import_id = 'imp_failpoint'
       group by state order by state`,
    )
  const companies = async () =>
    (
      await rig.rows<{ did: string; rows: number }>(
        `select v.vasp_did as did, (select count(*)::int from audit.entry e where e.vasp_did = v.vasp_did
           and e.action = 'import.create') as rows
         from trust.vasp v where v.vasp_did like 'did:web:imported-%' order by 1`,
      )
    ).map(({ rows }) => rows)
  await dies(new URL('./import.fixture.ts', import.meta.url), rig.url, `${point}:3`)
  expect(await lines()).toEqual([
    { state: 'imported', count: 200 },
    { state: 'ready', count: 150 },
  ])
  expect(await companies()).toHaveLength(200)
  const database = connect<TrustTables>({ url: rig.url, role: 'countersign_app', max: 2 })
  const relay = connect<TrustTables>({ url: rig.url, role: 'countersign_relay', max: 2 })
  const log = createLog('error')
  const imports = startImports({
    ...{ database, relay, isPeopled: async () => false, clock: Date.now, log },
  })
  await vi.waitFor(async () => expect(await lines()).toEqual([{ state: 'imported', count: 350 }]), {
    timeout: 60_000,
  })
  await imports.stop()
  await Promise.all([database.close(), relay.close()])
  expect(await companies()).toEqual(Array.from({ length: 350 }, () => 1))
}

/** An act and the note of it are one: what was under way is done once by the next worker. */
const actingInBulk: Scenario = async (rig, point) => {
  const world = bulkWorld(rig.url)
  const { task, ids } = await world.prepare(5)
  const outcomes = async () =>
    (
      await rig.rows<{ outcome: string }>(
        'select outcome from transactions.bulk_item where task_id = $1 order by no',
        [task],
      )
    ).map(({ outcome }) => outcome)
  await dies(new URL('./bulk.fixture.ts', import.meta.url), rig.url, `${point}:3`)
  const states = (count: number) =>
    Array.from({ length: 5 }, (_, no) => (no < count ? 'DONE' : 'POSSIBLE'))
  expect(await outcomes()).toEqual(states(point === 'before-bulk-commit' ? 2 : 3))
  const stop = world.work()
  // The other company sees each of them, also the one whose steps were left.
  const arrived = () =>
    rig.rows(
      `select version, (select count(*)::int from transactions.act a
          where a.transfer_id = s.transfer_id and a.vasp_did <> s.vasp_did and a.action = 'approve') as acts
       from transactions.side s where role = 'B' and transfer_id = any($1::uuid[])`,
      [ids],
    )
  await vi.waitFor(
    async () =>
      expect(await arrived()).toEqual(Array.from({ length: 5 }, () => ({ version: 2, acts: 1 }))),
    { timeout: 60_000 },
  )
  await vi.waitFor(async () => expect(await outcomes()).toEqual(states(5)), { timeout: 60_000 })
  await stop()
}

/** Keys that were destroyed and not noted are there again: the next worker erases each transfer once. */
const erasing: Scenario = async (rig, point) => {
  const world = bulkWorld(rig.url)
  const { task, ids } = await world.prepare(5)
  await rig.rows(`update transactions.bulk_task set state = 'CANCELLED' where id = $1`, [task])
  const count = async (rows: string): Promise<number> =>
    (await rig.rows<{ n: number }>(`select count(*)::int as n from transactions.${rows}`, [ids]))[0]
      ?.n ?? 0
  const keys = () => count('sealed_key where transfer_id = any($1::uuid[])')
  await rig.rows(
    `update transactions.side set ended_at = now() - interval '6 years' where transfer_id = any($1::uuid[])`,
    [ids],
  )
  const before = await keys()
  expect(before).toBeGreaterThan(0)
  await dies(new URL('./export.fixture.ts', import.meta.url), rig.url, tmpdir(), point)
  expect(await keys()).toBe(before)
  const stop = world.work()
  const erased = () => count('side where erased_at is not null and transfer_id = any($1::uuid[])')
  await vi.waitFor(async () => expect(await erased()).toBe(ids.length), { timeout: 60_000 })
  expect([await keys(), await count('part where transfer_id = any($1::uuid[])')]).toEqual([0, 0])
  await stop()
  const noted = await rig.rows<{ n: number }>(
    `select coalesce(sum((detail ->> 'transfers')::int), 0)::int as n from audit.entry
     where action = 'transaction.erase'`,
  )
  expect(noted).toEqual([{ n: ids.length }])
}

/** A page of an upload and the place where it ends are one: the next worker goes on there, and nothing is done twice. */
const uploadingList: Scenario = async (rig, point) => {
  const [company, id] = ['did:web:uploads.example', 'upl_failpoint']
  await rig.rows(
    `insert into transactions.upload (vasp_did, id, kind, mode, file_name, state, fresh, by_did, created_at, updated_at)
     values ($1, $2, 'ADDRESSES', 'ADD', 'a.csv', 'RUNNING', 12000, 'test', now(), now())`,
    [company, id],
  )
  await rig.rows(
    `insert into transactions.upload_address (vasp_did, upload_id, key, hint_key, network, ref, effect)
     select $1, $2, sha256(n::text::bytea), sha256(n::text::bytea), 'eip155:1', 'C-' || n % 100, 'NEW'
     from generate_series(1, 12000) n`,
    [company, id],
  )
  const progress = () =>
    rig.rows(
      `select done, state, (select count(*)::int from transactions.address a where a.vasp_did = u.vasp_did) as booked
       from transactions.upload u where id = $1`,
      [id],
    )
  await dies(new URL('./export.fixture.ts', import.meta.url), rig.url, tmpdir(), `${point}:2`)
  expect(await progress()).toEqual([{ done: 5_000, state: 'RUNNING', booked: 5_000 }])
  const stop = bulkWorld(rig.url).work()
  await vi.waitFor(
    async () => expect(await progress()).toEqual([{ done: 12_000, state: 'DONE', booked: 12_000 }]),
    { timeout: 60_000 },
  )
  await stop()
}

const scenarios: Readonly<Record<Failpoint, Scenario>> = {
  'before-accept-commit': sending(0),
  'after-accept-commit-before-reply': sending(0),
  'before-send': sending(0),
  'after-send-before-record': sending(1),
  'after-record-before-next': sending(0),
  'after-claim-before-send': claiming,
  'before-lease-release-at-stop': stopping,
  'after-lease-release-at-stop': stopping,
  'after-ask-before-wake': asking,
  'after-relay-before-settle': relaying,
  'after-store-before-record': uploading,
  'after-delete-before-remove': uploading,
  'before-import-commit': importing,
  'before-upload-commit': uploadingList,
  'before-bulk-commit': actingInBulk,
  'after-bulk-act-before-steps': actingInBulk,
  'after-export-part-before-record': exporting,
  'after-erase-keys-before-record': erasing,
  'before-renewal-commit': renewing,
  'before-fold-commit': counting,
  'before-count-commit': charging('stripe'),
  'after-usage-told-before-record': charging('stripe'),
  'after-usage-removed-before-added': charging('chargebee'),
}

let rig: FailpointRig
beforeAll(async () => {
  rig = await failpointRig()
})
afterAll(() => rig.close())

test.each(drawn(failpoints, 3))(
  '[WH-18] [BI-06] a process that dies %s loses nothing acknowledged',
  async (point) => {
    rig.halt()
    await scenarios[point](rig, point)
  },
)
