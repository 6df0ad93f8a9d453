import type { RequestFacts } from '@countersign/kit/serve'
import { expect, test } from 'vitest'
import type { Viewer } from './gate.ts'
import { shareOf } from './share.ts'

const [acme, globex] = ['did:web:acme.example', 'did:web:globex.example']
const request = (ip: string): RequestFacts => ({
  requestId: 'one',
  method: 'GET',
  url: '/',
  ip,
  header: () => undefined,
})
const who = (facts: Partial<Viewer>, ip = '192.0.2.1') =>
  shareOf({
    viewer: { userId: null, did: 'noUser', email: null, name: null, grants: [], ...facts },
    request: request(ip),
  })
const works = (...dids: string[]) =>
  dids.map((vaspDID) => ({ vaspDID, role: 'compliance_officer' as const }))

test('[T22] people and machines of a company share its turns, strangers are told apart by network', () => {
  expect(who({ userId: 'user_1', grants: works(acme) })).toEqual({
    company: acme,
    sender: 'user_1',
  })
  expect(who({ clientId: 'c1', grants: [{ vaspDID: acme, role: 'client' }] })).toEqual({
    company: acme,
    sender: 'c1',
  })
  expect(who({ userId: 'user_2', grants: works(globex, acme) }).company, 'whatever they ask').toBe(
    acme,
  )
  expect(who({ userId: 'user_3' }).company, 'without a company').toBe('user_3')
  expect(who({}, '192.0.2.1')).toEqual(who({}, '192.0.2.1'))
  expect(who({}, '192.0.2.1').company).not.toBe(who({}, '192.0.2.2').company)
  expect(who({}, '2001:db8::1'), 'one network').toEqual(who({}, '2001:db8::2'))
})
