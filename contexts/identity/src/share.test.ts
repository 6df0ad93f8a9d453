import type { RequestFacts } from '@countersign/kit/serve'
import { expect, test } from 'vitest'
import type { Viewer } from './gate.ts'
import { shareOf } from './share.ts'

const [acme, globex, initech] = [
  'did:web:acme.example',
  'did:web:globex.example',
  'did:web:initech.example',
]
const request = (ip: string): RequestFacts => ({
  requestId: 'one',
  method: 'GET',
  url: '/',
  ip,
  header: () => undefined,
})
type Asks = { company?: string; ip?: string }
const who = (facts: Partial<Viewer>, { company, ip = '192.0.2.1' }: Asks = {}) =>
  shareOf({
    viewer: { userId: null, did: 'noUser', email: null, name: null, grants: [], ...facts },
    requestId: 'one',
    request: request(ip),
    ...(company && { company }),
  })
const works = (...dids: string[]) =>
  dids.map((vaspDID) => ({ vaspDID, role: 'compliance_officer' as const }))

test('[T22] people and machines of a company share its turns', () => {
  expect(who({ userId: 'user_1', grants: works(acme) })).toEqual({
    company: acme,
    sender: 'user_1',
  })
  expect(who({ clientId: 'c1', grants: [{ vaspDID: acme, role: 'client' }] })).toEqual({
    company: acme,
    sender: 'c1',
  })
})

test('[T22] who works for several companies takes the turn of the one they act for', () => {
  const both = { userId: 'user_2', grants: works(globex, acme) }
  expect(who(both, { company: globex }).company).toBe(globex)
  expect(who(both, { company: acme }).company).toBe(acme)
  expect(who(both).company, 'where the call names none').toBe(acme)
  expect(who(both, { company: initech }).company, 'where it is not theirs').toBe(acme)
})

test('[T22] strangers share one turn, however many networks they call from', () => {
  const one = who({}, { ip: '192.0.2.1' })
  expect(who({}, { ip: '192.0.2.2' }).company).toBe(one.company)
  expect(who({ userId: 'user_3' })).toEqual({ company: one.company, sender: 'user_3' })
  expect(who({}, { ip: '192.0.2.2' }).sender, 'each network waits for itself').not.toBe(one.sender)
  expect(who({}, { ip: '2001:db8::1' })).toEqual(who({}, { ip: '2001:db8::2' }))
})
