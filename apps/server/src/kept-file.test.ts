import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptFile } from './kept-file.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'countersign-kept-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('[OPS] of starts at once one makes a file of secrets, and all read it whole', async () => {
  const file = join(dir, 'new', 'secrets.json')
  const size = 30_000_000
  let isOver = false
  const starts = Promise.all(
    ['a', 'b'].map((one) => keptFile(file, () => one.repeat(size))),
  ).finally(() => {
    isOver = true
  })
  const seen = new Set<number>()
  while (!isOver) {
    const found = await stat(file).catch(() => undefined)
    if (found) seen.add(found.size)
  }
  const texts = await starts
  expect([...seen]).toEqual([size])
  expect(texts[0] === texts[1]).toBe(true)
  expect((await keptFile(file, () => 'another')).length).toBe(size)
  expect(await readdir(join(dir, 'new'))).toEqual(['secrets.json'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
