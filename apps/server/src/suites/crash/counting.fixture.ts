import { tmpdir } from 'node:os'
import { expect, vi } from 'vitest'
import { bulkWorld } from './bulk-world.fixture.ts'
import { dies } from './dies.fixture.ts'
import type { FailpointRig } from './failpoint.fixture.ts'

/** A worker of transfers that dies at a passage of the point. */
const workerDies = ({ url }: FailpointRig, point: string) =>
  dies(new URL('./export.fixture.ts', import.meta.url), url, tmpdir(), point)

/** A page and the count of what it renewed are one: nothing stands under a key that is destroyed, or counts twice. */
export async function renewing(rig: FailpointRig, point: string): Promise<void> {
  const world = bulkWorld(rig.url)
  const { company } = world
  const { task, ids } = await world.prepare(5)
  await rig.rows(`update transactions.bulk_task set state = 'CANCELLED' where id = $1`, [task])
  const opened = await world.opened(ids)
  const under = async () => {
    const [row] = await rig.rows<{ boxes: number; names: number }>(
      `select (select count(*)::int from transactions.sealed_key where vasp_did = $1) as boxes,
         (select count(distinct transfer_id)::int from transactions.lookup where vasp_did = $1 and kind = 'NAME') as names`,
      [company],
    )
    return row
  }
  const before = await under()
  expect(before).toMatchObject({ boxes: expect.any(Number), names: expect.any(Number) })
  expect(Math.min(before?.boxes ?? 0, before?.names ?? 0)).toBeGreaterThan(0)
  await world.rotate()
  const rotations = () =>
    rig.rows(
      `select kind, renewed, ended_at is not null as ended from transactions.key_rotation
       where vasp_did = $1 and no > 1 order by kind`,
      [company],
    )
  await workerDies(rig, `${point}:1`)
  expect(await rotations()).toEqual([
    { kind: 'BLIND', renewed: 0, ended: false },
    { kind: 'COMPANY', renewed: 0, ended: false },
  ])
  await workerDies(rig, `${point}:2`)
  // Each of the old keys may go now.
  for (const statement of [
    `update transactions.public_key set retired_at = now() - interval '60 days' where vasp_did = $1 and retired_at is not null`,
    `update transactions.blind_key set retired_at = now() - interval '60 days' where vasp_did = $1 and retired_at is not null`,
    `update transactions.key_rotation set at = now() - interval '60 days', due_at = now() where vasp_did = $1`,
  ])
    await rig.rows(statement, [company])
  await workerDies(rig, `${point}:3`)
  const stop = world.work()
  await vi.waitFor(
    async () =>
      expect(await rotations()).toEqual([
        { kind: 'BLIND', renewed: before?.names, ended: true },
        { kind: 'COMPANY', renewed: before?.boxes, ended: true },
      ]),
    { timeout: 60_000 },
  )
  expect(await under()).toEqual(before)
  expect(await world.opened(ids)).toEqual(opened)
  await stop()
}

/** Notes and the counters that take them are one: what was under way counts once. */
export async function counting(rig: FailpointRig, point: string): Promise<void> {
  const world = bulkWorld(rig.url)
  const { company } = world
  const { task } = await world.prepare(5)
  await rig.rows(`update transactions.bulk_task set state = 'CANCELLED' where id = $1`, [task])
  const notes = () =>
    rig.rows('select * from transactions.cell_delta where vasp_did = $1 order by id', [company])
  const counters = () =>
    rig.rows(
      `select (select coalesce(sum(n), 0)::int from transactions.cell_count where vasp_did = $1) as cells,
         (select coalesce(sum(n), 0)::int from transactions.cell_day where vasp_did = $1) as days,
         (select coalesce(sum(outgoing), 0)::int from transactions.pair_month where vasp_did = $1) as pairs,
         (select coalesce(sum(n), 0)::int from transactions.outcome_day where vasp_did = $1) as outcomes`,
      [company],
    )
  const [recounted] = await rig.rows(
    `select n as cells, n as days, n as pairs, (select count(*)::int from transactions.act where vasp_did = $1
         and from_status is distinct from to_status and to_status in ('SENT', 'ACK', 'ACCEPTED', 'CANCELLED')) as outcomes
     from (select count(*)::int as n from transactions.side where vasp_did = $1) sides`,
    [company],
  )
  const [left, before] = [await notes(), await counters()]
  expect(left.length).toBeGreaterThan(0)
  await workerDies(rig, point)
  expect([await notes(), await counters()]).toEqual([left, before])
  const stop = world.work()
  await vi.waitFor(async () => expect(await notes()).toEqual([]), { timeout: 60_000 })
  expect(await counters()).toEqual([recounted])
  await stop()
}
