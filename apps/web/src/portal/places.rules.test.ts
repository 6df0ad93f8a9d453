import { expect, test } from 'vitest'
import { mainPlaces, type Place } from '../webhooks/index.ts'
import { nextOf, pathOf, placeAt } from './places.rules.ts'

test('[WP-02] each screen of the portal has an address that leads back to it', () => {
  const places: Place[] = [
    ...mainPlaces.map((to) => ({ to })),
    { to: 'endpoint', id: 'ep_1' },
    { to: 'endpoint', id: 'a b/c' },
    { to: 'message', id: 'msg_1' },
  ]
  for (const place of places) expect(placeAt(pathOf(place))).toEqual(place)
  for (const path of [
    '/portal',
    '/portal/login',
    '/portal/endpoints/%',
    '/portal/x/y',
    '/portal/help/x',
  ])
    expect(placeAt(path)).toEqual({ to: 'endpoints' })
})

test('[WP-02] `next` leads to a screen of the portal, and nowhere else', () => {
  expect(nextOf('?next=/endpoints/ep_1')).toBe('/portal/endpoints/ep_1')
  expect(nextOf('?next=%2Fportal%2Fmessages%2Fmsg_1')).toBe('/portal/messages/msg_1')
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a/../../x'])
    expect(nextOf(`?next=${encodeURIComponent(next)}`), next).toBeUndefined()
  for (const next of ['javascript:alert(1)', 'endpoints', '', '/a?b', '/a#key=x'])
    expect(nextOf(`?next=${encodeURIComponent(next)}`), next).toBeUndefined()
})
