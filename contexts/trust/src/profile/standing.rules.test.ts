import { internalAdmin, type RoleGrant } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { actsForNetwork, alertsOf, isAttested, registersOf } from './standing.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 4, n))
const quiet = {
  verification_status: 'VERIFIED',
  verification_since: day(1),
  disabled_at: null,
  regulatory_status: null,
  status_reasons: {},
}

test('[TF-01] a company’s standing is shown with its reason, and since when', () => {
  expect(alertsOf(quiet)).toEqual([])
  expect(alertsOf({ ...quiet, verification_status: 'SUSPENDED' })).toEqual([
    { status: 'SUSPENDED', reason: null, since: day(1).toISOString() },
  ])
  expect(alertsOf({ ...quiet, disabled_at: day(2) })).toEqual([
    { status: 'DISABLED', reason: null, since: day(2).toISOString() },
  ])
  expect(alertsOf({ ...quiet, regulatory_status: 'No longer regulated' })).toEqual([
    { status: 'DEREGISTERED', reason: null, since: null },
  ])
  expect(alertsOf({ ...quiet, regulatory_status: 'Registered' })).toEqual([])
})

test('[TF-01] the reason that was given tells since when, not the day that we know of ourselves', () => {
  const status_reasons = {
    SUSPENDED: { reason: 'Under inquiry', since: day(3).toISOString() },
    DISABLED: { reason: null, since: day(4).toISOString() },
  }
  const row = { ...quiet, verification_status: 'SUSPENDED', disabled_at: day(2), status_reasons }
  expect(alertsOf(row)).toEqual([
    { status: 'SUSPENDED', reason: 'Under inquiry', since: day(3).toISOString() },
    { status: 'DISABLED', reason: null, since: day(4).toISOString() },
  ])
})

test('[TF-06] a register stands for a company once its entry is confirmed', () => {
  const since = '2026-05-01T00:00:00.000Z'
  const entries = registersOf({
    GLEIF: { externalId: '529900T8BM49AURSDO55', proof: 'network', since },
    VASPnet: { externalId: 'V-1', proof: null, since },
  })
  expect(entries.map(({ registry, status }) => [registry, status])).toEqual([
    ['GLEIF', 'confirmed'],
    ['VASPnet', 'claimed'],
  ])
  expect(registersOf({})).toEqual([])
  expect(isAttested(entries, 'GLEIF')).toBe(true)
  expect(isAttested(entries, 'VASPnet')).toBe(false)
  expect(isAttested([], 'GLEIF')).toBe(false)
  expect(isAttested([], 'did:example:anybody')).toBe(true)
})

test('[ID-08] the internal admin acts for the network, but not where they are one of the company’s people', () => {
  const did = 'did:example:kestrel'
  const admin: RoleGrant = { vaspDID: did, role: internalAdmin }
  const officer = (vaspDID: string): RoleGrant => ({ vaspDID, role: 'compliance_officer' })
  expect(actsForNetwork([], did)).toBe(false)
  expect(actsForNetwork([officer(did)], did)).toBe(false)
  expect(actsForNetwork([admin], did)).toBe(true)
  expect(actsForNetwork([admin, officer('did:example:granite')], did)).toBe(true)
  expect(actsForNetwork([admin, officer(did)], did)).toBe(false)
})
