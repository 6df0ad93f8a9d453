import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('[WH-08] however many ask at once, one loads', async () => {
  const cache = recent<number>({ ms: 60_000 })
  let loads = 0
  const load = async () => ++loads
  expect(await Promise.all(Array.from({ length: 100 }, () => cache.get('a', load)))).toEqual(
    Array.from({ length: 100 }, () => 1),
  )
  expect(await cache.get('a', load)).toBe(1)
})

test('[WH-08] what was loaded before a change is not for those who ask after it', async () => {
  const cache = recent<string>({ ms: 60_000 })
  let answer: (value: string) => void = () => undefined
  const before = cache.get('a', () => new Promise<string>((resolve) => (answer = resolve)))
  cache.clear()
  const after = cache.get('a', async () => 'new')
  answer('old')
  expect(await Promise.all([before, after])).toEqual(['old', 'new'])
  expect(await cache.get('a', async () => 'newer')).toBe('new')
})

test('[WH-08] a failure and an absence are not kept', async () => {
  const cache = recent<string>({ ms: 60_000 })
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => undefined)).toBeUndefined()
  expect(await cache.get('a', async () => 'there')).toBe('there')
})
