import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAside } from './aside.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-aside-'))
  await writeFile(join(folder, 'given'), 'given')
  await writeFile(join(folder, 'secret'), 'secret')
})
afterAll(() => rm(folder, { recursive: true }))

const limits = { cpuSeconds: 30, memoryMb: 400, heapMb: 64 }
const ask = (does: string, path = '', more: Partial<typeof limits> = {}) =>
  askAside(new URL('./aside.fixture.ts', import.meta.url), { does, path }, { ...limits, ...more }, [
    join(folder, 'given'),
  ])

test('[TF-04] a process for a stranger’s file answers, reads that file, and nothing else', async () => {
  expect(await ask('nothing')).toEqual({ answer: { does: 'nothing' } })
  expect(await ask('read', join(folder, 'given'))).toEqual({ answer: 'given' })
  await expect(ask('read', join(folder, 'secret'))).rejects.toThrow(/Access to this API/)
  await expect(ask('read', '/etc/passwd')).rejects.toThrow(/Access to this API/)
  await expect(ask('write', join(folder, 'new'))).rejects.toThrow(/Access to this API/)
  await expect(ask('spawn')).rejects.toThrow(/Access to this API/)
  const { answer } = Object(await ask('environment'))
  expect(
    Object.keys(answer).filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
  ).toEqual(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].filter((name) => name in answer))
  expect((await readdir(folder)).sort()).toEqual(['given', 'secret'])
})

test('[TF-04] whatever a file does to it, the process ends, and we hear why', async () => {
  expect(await ask('hang', '', { cpuSeconds: 1 })).toEqual({ over: 'time' })
  expect(await ask('objects')).toEqual({ over: 'memory' })
  expect(await ask('buffers')).toEqual({ over: 'memory' })
  await expect(ask('babble')).rejects.toThrow('what we don’t understand')
  await expect(ask('end')).rejects.toThrow('A process ended without an answer (3)')
})
