import { expect, test } from 'vitest'
import { fullAddress } from './profile.ts'

test.each([
  ['lindenpay.example', 'https://lindenpay.example'],
  [' www.lindenpay.example/about ', 'https://www.lindenpay.example/about'],
  ['http://lindenpay.example', 'http://lindenpay.example'],
  ['javascript:alert(1).x', 'javascript:alert(1).x'],
  ['lena@lindenpay.example', 'lena@lindenpay.example'],
  ['lindenpay', 'lindenpay'],
  ['', ''],
])('[UI-22] the address that was typed as %j is %j', (typed, address) => {
  expect(fullAddress(typed)).toBe(address)
})
