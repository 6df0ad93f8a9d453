import { expect, test } from 'vitest'
import { bucketsOf } from './stats-range.rules.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hour = 3_600_000
const day = 24 * hour

test('[WH-13] buckets of five minutes for a day at the most, aligned to UTC', () => {
  const five = { period: 'FiveMinutes', size: 300_000 }
  expect(bucketsOf({}, noon)).toEqual({ ...five, start: noon - day, end: noon })
  expect(bucketsOf({}, noon + 1)).toEqual({ ...five, start: noon - day, end: noon + 300_000 })
  const startDate = new Date(noon - 299_999)
  expect(bucketsOf({ startDate }, noon)).toEqual({ ...five, start: noon - 300_000, end: noon })
})

test('[WH-13] buckets of a day for more, and one bucket for a moment', () => {
  const midnight = noon - 12 * hour
  expect(bucketsOf({ startDate: new Date(noon - day - 1) }, noon)).toEqual({
    ...{ period: 'OneDay', size: day, start: midnight - day, end: midnight + day },
  })
  const moment = { startDate: new Date(noon), endDate: new Date(noon) }
  expect(bucketsOf(moment, noon)).toMatchObject({ start: noon, end: noon + 300_000 })
})

test('[WH-13] refuses more than 90 days and what is upside down', () => {
  const endDate = new Date(noon)
  expect(() => bucketsOf({ startDate: new Date(noon - 90 * day), endDate }, noon)).not.toThrow()
  expect(() => bucketsOf({ startDate: new Date(noon - 90 * day - 1), endDate }, noon)).toThrow(
    '90 days',
  )
  expect(() => bucketsOf({ startDate: new Date(noon + 1) }, noon)).toThrow('after')
})
