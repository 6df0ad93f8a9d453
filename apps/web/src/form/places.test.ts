import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { atFields, refusedBySchema } from './places.ts'

const Body = z.strictObject({
  vaspDID: z.string().check(z.minLength(1)),
  reason: z.string().check(z.minLength(1), z.maxLength(5)),
  limits: z.object({ minutes: z.int().check(z.maximum(60)), mail: z.email() }),
})
const defaults = { reason: '', hours: '', mail: '' }
const places = { hours: 'limits.minutes', mail: 'limits.mail' }

test('[UI-01] what a schema refuses is said at the field that fills it, and the rest is left out', () => {
  const body = { vaspDID: '', reason: '', limits: { minutes: 600, mail: 'x' } }
  expect(refusedBySchema(Body, body, defaults, places)).toEqual({
    reason: 'Fill this in',
    hours: 'At most 60',
    mail: 'Enter an email address',
  })
  const long = { ...body, reason: 'too long', limits: { minutes: Number.NaN, mail: 'a@b.example' } }
  expect(refusedBySchema(Body, long, defaults, places)).toEqual({
    reason: 'Enter at most 5 characters',
    hours: 'Enter a number',
  })
})

test('[UI-01] a fault belongs to the field with the longest place, and to none with a like name', () => {
  const names = { limits: '', hours: '' }
  const faults = [
    { path: ['limits', 'minutes'], message: 'one' },
    { path: ['limits', 0], message: 'two' },
    { path: ['limitsOf'], message: 'three' },
  ]
  expect(atFields(names, { hours: 'limits.minutes' }, faults)).toEqual({
    hours: 'one',
    limits: 'two',
  })
})
