import { expect, test } from 'vitest'
import { readAsDataUrl } from './data-url.ts'

test.each([null, undefined])('[UI-24] without a file (%s) there is no address', async (file) => {
  expect(await readAsDataUrl(file)).toBeNull()
})
