import { expect, test } from 'vitest'
import { holds, holdsAsOwn, worksFor } from './access.ts'
import { permissions } from './permission.ts'
import { internalAdmin, observer, permissionsOf, roles } from './role.ts'

const mine = 'did:ethr:0x1'
const theirs = 'did:ethr:0x2'

test('[ID-08] every permission of the specification is in the table, and held by some role', () => {
  const held = new Set(roles.flatMap((role) => [...permissionsOf[role]]))
  expect(permissions.filter((name) => !held.has(name))).toEqual([])
  expect(permissions).toHaveLength(46)
})

test('[ID-08] a role counts in its own company and in no other', () => {
  const grants = [{ vaspDID: mine, role: 'admin' }] as const
  expect(holds(grants, 'manage', mine)).toBe(true)
  expect(holds(grants, 'manage', theirs)).toBe(false)
  expect(holds(grants, 'manage')).toBe(true)
  expect(holds([], 'trustframework.listVASP')).toBe(false)
})

test('[ID-08] several roles in one company add up', () => {
  const officer = { vaspDID: mine, role: 'compliance_officer' } as const
  const developer = { vaspDID: mine, role: 'developer' } as const
  expect(holds([officer], 'integrations.manageApiCredentials', mine)).toBe(false)
  expect(holds([officer, developer], 'integrations.manageApiCredentials', mine)).toBe(true)
  expect(holds([officer, developer], 'trustframework.updateVASP', mine)).toBe(true)
})

test('[ID-08] the internal admin covers all companies, and never opens personal data', () => {
  const grants = [{ vaspDID: null, role: internalAdmin }] as const
  expect(holds(grants, 'trustframework.tfUpdate', theirs)).toBe(true)
  expect(holds(grants, 'transactions.autoDecryption', theirs)).toBe(false)
  expect(holds(grants, 'transactions.accept', theirs)).toBe(false)
})

test('[ID-08] only the internal admin edits what the network states', () => {
  const holders = roles.filter((role) => permissionsOf[role].has('trustframework.tfUpdate'))
  expect(holders).toEqual([internalAdmin])
})

test('[ID-08] what is a company’s own needs a role in it: neither an observer nor the network has one', () => {
  const permission = 'trustframework.getVASP'
  const may = (vaspDID: string | null, role: 'viewer' | 'observer' | 'Countersign Admin') =>
    holdsAsOwn([{ vaspDID, role }], permission, mine)
  expect(may(mine, 'viewer')).toBe(true)
  expect(may(theirs, 'viewer')).toBe(false)
  expect(may(mine, observer)).toBe(false)
  expect(may(null, internalAdmin)).toBe(false)
})

test('[ID-08] who works for a company has a role in it, and does not only look', () => {
  expect(worksFor([{ vaspDID: mine, role: 'viewer' }], mine)).toBe(true)
  expect(worksFor([{ vaspDID: theirs, role: 'admin' }], mine)).toBe(false)
  expect(worksFor([{ vaspDID: mine, role: observer }], mine)).toBe(false)
  expect(worksFor([{ vaspDID: null, role: internalAdmin }], mine)).toBe(false)
  expect(worksFor([], mine)).toBe(false)
})
