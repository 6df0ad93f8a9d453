import { expect, test } from 'vitest'
import { hasPrivacyFooter } from './page.rules.ts'

test.each([
  ['/dashboard/companies', true],
  ['/auth', true],
  ['/', true],
  ['/network/search', false],
  ['/network/vasps/did:ethr:0x1', false],
  ['/company/networks', false],
])('[UI-13] the privacy link on %s: %s', (path, shown) => {
  expect(hasPrivacyFooter(path)).toBe(shown)
})
