import { expect, test } from 'vitest'
import { iterate } from './iterate.ts'
import type { Page } from './operation.ts'

/** A list of the numbers below `count`, in pages of `size`. */
function numbers(count: number, size: number) {
  const asked: (string | undefined)[] = []
  const list = async ({ iterator }: { iterator?: string }): Promise<Page<number>> => {
    asked.push(iterator)
    const start = iterator === undefined ? 0 : Number(iterator) + 1
    const data = Array.from({ length: count }, (_, i) => i).slice(start, start + size)
    const last = data.at(-1)
    return { data, iterator: last === undefined ? null : String(last), done: start + size >= count }
  }
  return { asked, list }
}
const collect = async <T>(items: AsyncIterable<T>) => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test.each([
  [0, 3, 1],
  [3, 3, 1],
  [7, 3, 3],
])('[WC-01] iterate walks %i items in pages of %i with %i calls', async (count, size, calls) => {
  const { asked, list } = numbers(count, size)
  expect(await collect(iterate(list))).toEqual(Array.from({ length: count }, (_, i) => i))
  expect(asked.length).toBe(calls)
})

test('[WC-01] iterate asks for the next page only when it is needed', async () => {
  const { asked, list } = numbers(100, 3)
  for await (const item of iterate(list)) if (item === 2) break
  expect(asked).toEqual([undefined])
})

test('[WC-01] iterate ends when a list does not move on', async () => {
  const stuck = async (): Promise<Page<number>> => ({ data: [1], iterator: 'same', done: false })
  expect(await collect(iterate(stuck))).toEqual([1, 1])
})
