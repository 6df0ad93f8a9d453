import { permissions, permissionsOf } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { operations } from '../product-fields.fixture.ts'
import { oracleGives, oraclePermissions, oracleRoles } from './oracle.fixture.ts'

test('[ID-08] the table knows the roles and the permissions of the design, and no others', () => {
  expect(Object.keys(permissionsOf).toSorted()).toEqual(oracleRoles.toSorted())
  expect(permissions.toSorted()).toEqual(oraclePermissions.toSorted())
})

test('[ID-08] the table gives each role what the design gives it, and no more', () => {
  const differences = Object.entries(permissionsOf).flatMap(([role, held]) =>
    permissions
      .filter((permission) => held.has(permission) !== oracleGives(role, permission))
      .map((permission) => `${role}: ${permission}: ${held.has(permission) ? 'held' : 'missing'}`),
  )
  expect(differences).toEqual([])
})

test('[ID-08] [TF-04] compliance roles read the files and the log of their own company', () => {
  const mayRead = ['admin', 'compliance_officer', 'compliance_agent']
  for (const name of [
    ...['document.list', 'document.listGrants', 'document.listDownloads'],
    ...['auditLog.list', 'auditLog.verify'],
  ]) {
    const access = operations.get(name)?.access
    const permission = typeof access === 'object' ? access.permission : ''
    const people = oracleRoles.slice(0, 6).filter((role) => oracleGives(role, permission))
    expect(people, name).toEqual(mayRead)
  }
})

test('[ID-08] what a company thinks of others and drafts is for its own people, not for the network', () => {
  // Writing in the questionnaire too; who may read it, its handler decides by what was granted.
  const isPrivate =
    /^((review|counterparty|questionnaireReview|questionnaireThread)\.|questionnaire\.(start|discard|restore|answer|presence|submit)$)/
  const named = [...operations].filter(([name]) => isPrivate.test(name))
  expect(named.length).toBeGreaterThan(11)
  for (const [name, { access }] of named) expect(access, name).toMatchObject({ people: 'own' })
})
