import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ListOf } from './common.ts'

test('[ER-04] a list in a query is repeated or joined by commas; an empty value among others is refused', () => {
  const items = z.string().check(z.minLength(1))
  const read = (list: z.core.$ZodType, value: unknown) => z.safeParse(list, value).data
  expect(read(ListOf(items), ['a,b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(read(ListOf(items), '')).toEqual([])
  for (const wrong of [['', ''], 'a,', ['a', '']])
    expect(read(ListOf(items), wrong)).toBeUndefined()
  expect(read(ListOf(items, 60, 1), '')).toBeUndefined()
  expect(read(ListOf(items, 2), 'a,b,c')).toBeUndefined()
})
