import type { Monitoring } from '@countersign/contracts/site'
import { expect, test } from 'vitest'
import { mayStart, samplingOf } from './monitoring.rules.ts'

const monitoring: Monitoring = {
  provider: 'datadog',
  token: 'pub',
  applicationId: 'app',
  site: 'datadoghq.eu',
  url: null,
  replay: false,
  exemptPaths: ['/auth', '/privacy'],
}

test('[UI-14] it starts only with a token', () => {
  expect(mayStart(null, '/company')).toBe(false)
  expect(mayStart({ ...monitoring, token: '' }, '/company')).toBe(false)
  expect(mayStart(monitoring, '/company')).toBe(true)
})

test.each([
  ['/auth', false],
  ['/auth/get-started', false],
  ['/privacy', false],
  ['/authors', true],
  ['/network/search', true],
])('[UI-14] on %s: %s', (path, starts) => {
  expect(mayStart(monitoring, path)).toBe(starts)
})

test('[UI-14] rates and what is tracked, without and with replay', () => {
  expect(samplingOf(monitoring)).toEqual({
    sessionSampleRate: 100,
    sessionReplaySampleRate: 0,
    trackResources: true,
    trackLongTasks: true,
    trackUserInteractions: false,
  })
  expect(samplingOf({ ...monitoring, replay: true })).toMatchObject({
    sessionSampleRate: 100,
    sessionReplaySampleRate: 100,
    trackUserInteractions: true,
  })
})
