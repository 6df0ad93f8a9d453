import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyDomain, websiteDomain } from './mail-domain.ts'

test.each([
  ['kay@acme.com', 'acme.com'],
  ['Kay@ACME.com', 'acme.com'],
  [' kay@acme.com ', 'acme.com'],
  ['kay@mail.acme.co.uk', 'acme.co.uk'],
  ['kay@kestrelbay.example', 'kestrelbay.example'],
  ['kay@team.github.io', 'team.github.io'],
])('[ID-07] %j speaks for %s', (email, domain) => {
  expect(companyDomain(email)).toBe(domain)
})

test.each([
  ...['kay@gmail.com', 'kay@googlemail.com', 'kay@yahoo.co.uk', 'kay@proton.me'],
  ...['kay@abv.bg', 'kay@ukr.net', 'kay@skynet.be', 'kay@hotmail.es', 'kay@mail.hotmail.es'],
  ...['kay@guerrillamail.com', 'kay@10minutemail.com', 'kay@tutamail.com', 'kay@tuta.com'],
  ...['kay@com', 'kay@co.uk', 'kay@github.io', 'kay@', '@acme.com', 'acme.com', '', 'a@b@acme.com'],
  ...['kay@127.0.0.1', 'kay@[::1]', 'kay@acme.com/x', 'kay@acme.com:1', 'kay@evil.io?acme.com'],
])('[ID-07] %j speaks for nobody', (email) => {
  expect(companyDomain(email)).toBeNull()
})

test.each([
  ['https://www.acme.com/about', 'acme.com'],
  ['http://acme.com:8080', 'acme.com'],
  ['https://acme.com@evil.io/', 'evil.io'],
  ['https://gmail.com', null],
  ['https://127.0.0.1', null],
  ['ftp://acme.com', null],
  ['acme.com', null],
  ['', null],
])('[ID-07] the website %j is at %s', (website, domain) => {
  expect(websiteDomain(website)).toBe(domain)
})

test('[ID-07] no address outside of a registrable domain ever speaks for it', () => {
  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/)
  const outside = fc.oneof(
    label.map((text) => `${text}acme.com`),
    label.map((text) => `acme.com.${text}.io`),
    label.map((text) => `acme-${text}.com`),
    fc.constantFrom('com', 'o', 'me.com', 'acme.co', 'cme.com', 'acme.com.evil.io', 'a.com'),
    fc.domain().filter((domain) => domain !== 'acme.com' && !domain.endsWith('.acme.com')),
  )
  fc.assert(
    fc.property(outside, (domain) => {
      expect(companyDomain(`kay@${domain}`)).not.toBe('acme.com')
    }),
    { numRuns: 2000 },
  )
})
