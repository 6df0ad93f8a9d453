import { roles } from '@countersign/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimChanges, newGrants, rolesOf } from './claim.rules.ts'
import { personOf } from './person.rules.ts'

const did = 'did:web:acme.example'
const nothing = { grants: [], isInternalAdmin: false, isStated: false, isWhole: false }

test('[ID-02] the claim gives roles in companies, each once, and the internal admin', () => {
  const admin = { vaspDID: did, role: 'admin' }
  expect(
    rolesOf([admin, admin, { vaspDID: did, role: 'viewer' }, { role: 'Countersign Admin' }]),
  ).toEqual({
    grants: [admin, { vaspDID: did, role: 'viewer' }],
    isInternalAdmin: true,
    ...{ isStated: true, isWhole: true },
    junk: 0,
  })
  expect(rolesOf([{ vaspDID: null, role: 'Countersign Admin' }]).isInternalAdmin).toBe(true)
})

test('[ID-02] no claim is no role and no junk', () => {
  expect(rolesOf(undefined)).toEqual({ ...nothing, junk: 0 })
  expect(rolesOf([])).toEqual({ ...nothing, isStated: true, isWhole: true, junk: 0 })
})

test.each([
  'admin',
  ['admin'],
  { vaspDID: did, role: 'admin' },
  7,
  true,
  [null],
  [[{ vaspDID: did, role: 'admin' }]],
  [{ vaspDID: did, role: 'Admin' }],
  [{ vaspDID: did, role: ['admin'] }],
  [{ vaspDID: 'acme', role: 'admin' }],
  [{ vaspDID: [did], role: 'admin' }],
  [{ role: 'admin' }],
  [{ vaspDID: did }],
  [{ vaspDID: did, role: 'Countersign Admin' }],
  [{ role: 'countersign admin' }],
])('[ID-02] junk %j gives no role', (claim) => {
  expect(rolesOf(claim)).toMatchObject({ grants: [], isInternalAdmin: false, junk: 1 })
})

test('[ID-02] of a claim that is too long the first 500 entries count, and nothing is taken away', () => {
  const entries = Array.from({ length: 501 }, (_, n) => ({
    vaspDID: `did:web:c${n}.example`,
    role: 'viewer',
  }))
  const claimed = rolesOf(entries)
  expect(claimed.grants).toHaveLength(500)
  expect(claimed.grants.map(({ vaspDID }) => vaspDID)).not.toContain('did:web:c500.example')
  expect(rolesOf([...entries.slice(0, 500), { role: 'Countersign Admin' }]).isInternalAdmin).toBe(
    false,
  )
  const had = { vaspDID: did, role: 'admin', source: 'claim', hasEnded: false, endedByClaim: false }
  expect(claimChanges(claimed, [had]).take).toEqual([])
  expect(claimChanges(rolesOf(entries.slice(0, 500)), [had]).take).toEqual([had])
})

test('[ID-02] junk beside good entries takes nothing from them', () => {
  const claim = [
    { vaspDID: did, role: 'root' },
    { vaspDID: did, role: 'viewer' },
  ]
  expect(rolesOf(claim)).toMatchObject({ grants: [{ vaspDID: did, role: 'viewer' }], junk: 1 })
})

test('[ID-02] whatever the claim is, only known roles in well-formed companies come out', () => {
  const entry = fc.record(
    {
      vaspDID: fc.oneof(fc.constant(did), fc.anything()),
      role: fc.oneof(fc.constantFrom(...roles), fc.anything()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(entry)), (claim) => {
      for (const { vaspDID, role } of rolesOf(claim).grants) {
        expect(vaspDID).toMatch(/^did:/)
        expect(roles).toContain(role)
        expect(role).not.toBe('Countersign Admin')
      }
    }),
    { numRuns: 2000 },
  )
})

test('[ID-02] only roles that the person never had are new', () => {
  const claimed = rolesOf([
    { vaspDID: did, role: 'admin' },
    { vaspDID: did, role: 'viewer' },
    { vaspDID: 'did:web:b.example', role: 'admin' },
  ]).grants
  expect(newGrants(claimed, [{ vaspDID: did, role: 'admin' }])).toEqual([
    { vaspDID: did, role: 'viewer' },
    { vaspDID: 'did:web:b.example', role: 'admin' },
  ])
})

test('[ID-01] a name is shown without control characters, the address when there is none', () => {
  const claims = { iss: 'https://id.example', sub: 's', email: 'a@b.example', email_verified: true }
  expect(personOf({ ...claims, name: ' A\u0000da\n ' })).toMatchObject({ name: 'Ada' })
  expect(personOf({ ...claims, name: 'x'.repeat(300) })).toMatchObject({ name: 'x'.repeat(256) })
  for (const name of [undefined, '', 7])
    expect(personOf({ ...claims, name })).toMatchObject({ name: 'a@b.example' })
})
