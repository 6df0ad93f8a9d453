import { expect, test } from 'vitest'
import { completeness, expectedFields } from './completeness.ts'

const full = Object.fromEntries(expectedFields.map((name) => [name, ['value']]))

test('[TF-02] an empty profile is 0 % complete, a full one 100 %', () => {
  expect(completeness({})).toEqual({ percent: 0, missing: expectedFields })
  expect(completeness(full)).toEqual({ percent: 100, missing: [] })
})

test('[TF-02] two of seven fields are 29 %, and the others are named', () => {
  const { percent, missing } = completeness({ legalName: 'Acme Ltd', lei: '1' })
  expect(percent).toBe(29)
  expect(missing).toEqual(expectedFields.filter((name) => name !== 'legalName' && name !== 'lei'))
})

test('[TF-02] an empty list, null and what is absent count as missing', () => {
  const profile = Object.assign({}, full, { jurisdictions: [], lei: null, website: undefined })
  expect(completeness(profile).missing.toSorted()).toEqual(['jurisdictions', 'lei', 'website'])
})
