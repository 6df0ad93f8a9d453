import { expect, test } from 'vitest'
import { domainsMatch, emailDomain } from './domain-hint.ts'

test('[UI-25] the domain of an address is what stands behind the at sign', () => {
  expect(emailDomain('kay@acme.com')).toBe('acme.com')
  expect(emailDomain('a@b@acme.com')).toBe('acme.com')
  expect(emailDomain('x@')).toBe('')
  expect(emailDomain('acme.com')).toBe('acme.com')
})

test.each([
  ['kay@acme.com', 'https://acme.com'],
  ['kay@acme.com', 'acme.com'],
  ['kay@acme.com', 'https://www.acme.com/about'],
  [' Kay@ACME.com ', ' HTTPS://WWW.Acme.COM '],
  ['kay@mail.acme.com', 'https://acme.com'],
  ['kay@acme.com', 'http://mail.acme.com'],
])('[UI-25] %j matches %j', (email, website) => {
  expect(domainsMatch(email, website)).toBe(true)
})

test.each([
  ['kay@acme.com', 'https://globex.com'],
  ['kay@acme.org', 'https://acme.com'],
  // Nothing to compare is no match.
  ['a@acme.com', ''],
  ['a@acme.com', '  '],
  ['x@', 'https://acme.com'],
  ['', 'https://acme.com'],
])('[UI-25] %j does not match %j', (email, website) => {
  expect(domainsMatch(email, website)).toBe(false)
})

// Why it is no more than a hint: all of these pass, and none works for acme.com.
test.each([
  ['x@notacme.com', 'https://acme.com'],
  ['x@acme.com.evil.io', 'https://acme.com'],
  ['x@com', 'https://acme.com'],
  ['x@o', 'https://acme.com'],
  ['x@anything.example', 'not an address'],
])('[UI-25] hole of the literal rule: %j passes for %j', (email, website) => {
  expect(domainsMatch(email, website)).toBe(true)
})
