import { expect, test } from 'vitest'
import { whyNothing } from './routing.rules.ts'

const message = { eventType: 'vasp.updated', channels: null, timestamp: '2026-11-24T10:00:00Z' }
const endpoint = {
  ...{ disabled: false, filterTypes: null, channels: null },
  createdAt: '2026-11-24T09:00:00Z',
}

test.each([
  [{ createdAt: '2026-11-24T10:00:01Z', disabled: true }, 'It was added after'],
  [{ disabled: true, filterTypes: ['other'] }, 'It’s disabled.'],
  [{ filterTypes: ['other'], channels: ['eu'] }, 'It doesn’t receive vasp.updated.'],
  [
    { filterTypes: ['vasp.updated'], channels: ['eu', 'us'] },
    'It only receives messages for eu, us.',
  ],
  [{}, 'With its current settings, it would receive it.'],
])('[WP-02] [WH-09] an endpoint with %o got nothing: %s', (settings, reason) => {
  expect(whyNothing({ ...endpoint, ...settings }, message)).toContain(reason)
})

test('[WP-02] a message for one of an endpoint’s channels isn’t kept from it by them', () => {
  const of = (channels: string[]) =>
    whyNothing({ ...endpoint, channels: ['eu'] }, { ...message, channels })
  expect(of(['us'])).toContain('only receives messages for eu.')
  expect(of(['us', 'eu'])).toContain('would receive it')
})
