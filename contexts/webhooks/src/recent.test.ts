import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('[WH-08] an answer is loaded once, until it is too old or something has changed', async () => {
  let loads = 0
  const load = async () => ++loads
  const kept = recent<number>({ ms: 30 })
  expect([await kept.get('a', load), await kept.get('a', load)]).toEqual([1, 1])
  expect(await kept.get('b', load)).toBe(2)
  kept.clear()
  expect(await kept.get('a', load)).toBe(3)
  await new Promise((resolve) => {
    setTimeout(resolve, 40)
  })
  expect(await kept.get('a', load)).toBe(4)
})

test('[WH-08] what was loaded before a change is not kept, nor is what is not there', async () => {
  const kept = recent<string>({ ms: 10_000 })
  await kept.get('a', async () => {
    kept.clear()
    return 'old'
  })
  expect(await kept.get('a', async () => 'new')).toBe('new')
  expect(await kept.get('b', async () => undefined)).toBeUndefined()
  expect(await kept.get('b', async () => 'there')).toBe('there')
})

test('[WH-08] it holds only so many', async () => {
  const kept = recent<number>({ ms: 10_000, max: 2 })
  let loads = 0
  for (const key of ['a', 'b', 'c', 'a']) await kept.get(key, async () => ++loads)
  expect(loads).toBe(4)
})
