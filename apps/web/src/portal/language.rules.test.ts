import { expect, test } from 'vitest'
import { languageOf } from './language.rules.ts'

test.each([
  ['ja', ['de'], 'ja'],
  ['de-AT', ['en'], 'de'],
  ['fr', ['ja-JP', 'de'], 'ja'],
  [null, ['fr-CH', 'DE', 'en'], 'de'],
  [null, ['en-GB', 'de'], 'en'],
  ['constructor', ['pt'], 'en'],
  [null, [], 'en'],
])('[WP-02] asked for %s, by a browser of %j, the portal speaks %s', (asked, browser, spoken) => {
  expect(languageOf(asked, browser)).toBe(spoken)
})
