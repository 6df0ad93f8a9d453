import { expect, test } from 'vitest'
import { isAtDomain, mayGive } from './request.rules.ts'

const did = 'did:web:acme.example'

test('[ID-07] an address is at a company’s domain when the registrable domains are equal', () => {
  const company = { emailDomains: ['acme.example'] }
  for (const email of ['kay@acme.example', 'kay@mail.acme.example', 'KAY@ACME.EXAMPLE'])
    expect(isAtDomain(email, company), email).toBe(true)
  for (const email of [
    ...['kay@notacme.example', 'kay@evil-acme.example', 'kay@acme.example.evil.test'],
    ...['kay@example', 'kay@acme.exampl', 'acme.example', 'kay@gmail.com', '@acme.example'],
  ])
    expect(isAtDomain(email, company), email).toBe(false)
  expect(isAtDomain('kay@acme.example', { emailDomains: [] })).toBe(false)
})

test('[ID-08] nobody gives a role above their own, and only people of the company give any', () => {
  const officer = [{ vaspDID: did, role: 'compliance_officer' as const }]
  expect(mayGive(officer, did, 'admin')).toBe(false)
  expect(mayGive(officer, did, 'compliance_officer')).toBe(true)
  expect(mayGive(officer, 'did:web:other.example', 'viewer')).toBe(false)
  expect(mayGive([{ vaspDID: did, role: 'observer' }], did, 'viewer')).toBe(false)
  expect(mayGive([{ vaspDID: did, role: 'client' }], did, 'viewer')).toBe(false)
})
