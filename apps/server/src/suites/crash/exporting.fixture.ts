import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@countersign/kit/testing-query'
import { expect, vi } from 'vitest'
import { bulkWorld } from './bulk-world.fixture.ts'
import { dies } from './dies.fixture.ts'
import type { FailpointRig } from './failpoint.fixture.ts'
import { manyOf, noneOfMany } from './many.fixture.ts'

/** More transfers than one part of a file has. */
const many = 12_000

/** A second part that was written and never noted is written again: each transfer stands in the file once. */
export async function exporting(rig: FailpointRig, point: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-export-'))
  const world = bulkWorld(rig.url, folder)
  const { ids } = await world.prepare(5)
  await run(rig.url, manyOf(...world.companies, many))
  const { id, text } = await world.export()
  const noted = () =>
    rig.rows(
      `select done, encode(sha256, 'hex') as hash from transactions.export_request where id = $1`,
      [id],
    )
  await dies(new URL('./export.fixture.ts', import.meta.url), rig.url, folder, `${point}:2`)
  expect(await text()).toBeUndefined()
  expect(await noted()).toEqual([{ done: 10_000, hash: null }])
  const stop = world.work()
  const whole = await vi.waitFor(
    async () => {
      const found = await text()
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 60_000 },
  )
  const lines = whole.trimEnd().split('\n')
  const written = new Set(lines.map((line): unknown => JSON.parse(line).id))
  expect(lines.length).toBe(written.size)
  expect(written.isSupersetOf(new Set(ids))).toBe(true)
  expect(written.size).toBeGreaterThanOrEqual(many + ids.length)
  const hash = createHash('sha256').update(whole).digest('hex')
  expect(await noted()).toEqual([{ done: lines.length, hash }])
  await stop()
  await run(rig.url, noneOfMany)
  await rm(folder, { recursive: true })
}
