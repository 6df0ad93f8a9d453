import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirect } from './redirect.ts'

declare const URL: { new (url: string, base: string): { origin: string; pathname: string } }

const origin = 'https://desk.example'

test.each([
  ['/dashboard/companies', '/dashboard/companies'],
  ['/network/search?q=a%20b&badge=verified#top', '/network/search?q=a%20b&badge=verified#top'],
  ['/companies/did:web:a.example%253A3000', '/companies/did:web:a.example%253A3000'],
  ['/a/../b', '/b'],
  ['/', '/'],
  ['/apiary', '/apiary'],
  ['/?next=//evil.com', '/?next=//evil.com'],
])('[UI-06] %j is followed', (value, target) => {
  expect(safeRedirect(value, origin)).toBe(target)
})

test.each([
  '//evil.com',
  '///evil.com',
  '/\\evil.com',
  '/\t/evil.com',
  '/\n/evil.com',
  '/\u0000',
  '/.//evil.com',
  '/x/..//evil.com',
  '/%2e//evil.com',
  '/%2f/evil.com',
  '/%5cevil.com',
  'https://evil.com/',
  'https://desk.example/dashboard',
  'javascript:alert(1)',
  'dashboard',
  ' /dashboard',
  '',
  '/api/auth/logout',
  '/API/auth/logout',
  '/x/../api/auth/logout',
  '/%61pi/auth/logout',
  '/x/%2e%2e%2fapi/auth/logout',
  '/x/..%2fapi/auth/logout',
  '/api',
  '/%',
  `/${'a'.repeat(2048)}`,
  undefined,
  null,
  7,
  ['/dashboard'],
])('[UI-06] %j is not followed', (value) => {
  expect(safeRedirect(value, origin)).toBeUndefined()
})

const nasty = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...['/', '//', '\\', '\t', '\n', '.', '..', '%2e', '%2F', '%5c', '%', '@', ':', '?', '#'],
      ...[
        'api',
        '%61pi',
        'evil.com',
        'https:',
        'javascript:',
        'desk.example',
        '\u0085',
        '／',
        '。',
      ],
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  { maxLength: 10 },
)

test('[UI-06] whatever is followed stays on the site, off the API, and is stable', () => {
  fc.assert(
    fc.property(nasty, (parts) => {
      const target = safeRedirect(`/${parts.join('')}`, origin)
      if (target === undefined) return
      const url = new URL(target, origin)
      expect(url.origin).toBe(origin)
      expect(decodeURIComponent(url.pathname)).not.toMatch(/^\/+api(\/|$)/i)
      expect(safeRedirect(target, origin)).toBe(target)
    }),
    { numRuns: 50_000 },
  )
})
