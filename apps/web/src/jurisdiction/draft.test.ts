import type { JurisdictionFacts } from '@countersign/contracts/trust'
import { expect, test } from 'vitest'
import { draftOf, factsOf } from './draft.ts'

const facts: JurisdictionFacts = {
  ...{
    name: 'United Kingdom',
    countries: ['GB'],
    status: 'inForce',
    since: null,
    selfHosted: null,
  },
  ...{ note: null, confidence: 'high', source: 'A law', sourceUrl: null, verifiedAt: '2026-11-01' },
  ...{ recordYears: 5, mustReject: true, mustVerify: false },
  selfHostedProofAbove: { comparator: '>', amount: 1000, currency: 'GBP' },
  tiers: [
    { comparator: '>=', amount: 0, currency: 'GBP', data: 'Names' },
    {
      ...{ comparator: '>=', amount: 800, currency: 'GBP', data: 'More', unlessBothIn: ['GB'] },
      requires: { all: ['originator.NAME', { any: ['originator.BIRTH', 'originator.ADDRESS'] }] },
      asReceived: ['beneficiary.NAME'],
    },
  ],
}

test('[TX-01] the form keeps what it has no fields for', () => {
  expect(factsOf(draftOf(facts))).toEqual(facts)
  const { recordYears: _, mustReject: __, selfHostedProofAbove: ___, ...less } = facts
  expect(factsOf(draftOf(less))).toStrictEqual(less)
})

test('[TX-01] what a tier asks for moves with its row', () => {
  const draft = draftOf(facts)
  const [, upper = {}] = draft.tiers
  const [tier] = factsOf({ ...draft, tiers: [{ ...upper, amount: '900' }] }).tiers
  expect(tier).toEqual({ ...facts.tiers[1], amount: 900 })
})
