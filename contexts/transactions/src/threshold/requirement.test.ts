import { type Requirement, requirementItems } from '@countersign/contracts/trust'
import { Big } from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ItemSet, minimal, setOf, waysToMeet } from './item-set.rules.ts'
import { demandsOf, missingOf, type PartyFacts } from './requirement.rules.ts'
import { rules } from './rules.fixture.ts'
import { selfHostedMissing, selfHostedNeeds } from './self-hosted.rules.ts'
import { ruleOf } from './tier.rules.ts'
import { type TransferFacts, transferType } from './transfer-type.rules.ts'

const nothing: PartyFacts = {
  ...{ isLegal: false, name: false, account: false, address: false },
  ...{ nationalId: false, customerId: false, birth: false },
}
const known: PartyFacts = { ...nothing, name: true, account: true }

const demands = (from: string, to: string | null, amount: string, more = {}) => {
  const facts: TransferFacts = {
    originatorCountry: from,
    beneficiary: to === null ? null : { country: to },
    ...{ isSelfHosted: to === null, followsCounterparty: true, rules },
    amounts: () => new Big(amount),
  }
  return demandsOf(transferType(facts), more)
}

test('[TX-01] what is missing is the smallest sets that suffice, with the reason', () => {
  const originator = { ...known, nationalId: true }
  expect(missingOf(demands('LT', 'LT', '10'), { originator, beneficiary: known })).toEqual({
    missing: [
      {
        anyOf: [['originator.BIRTH'], ['originator.ADDRESS', 'originator.CUSTOMER_ID']],
        because: ['EU tier from EUR 0'],
      },
    ],
    warnings: [],
  })
})

test('[TX-01] both sides are asked together: what meets the stricter meets the other', () => {
  const parties = { originator: known, beneficiary: known }
  expect(missingOf(demands('SG', 'LT', '2000'), parties).missing).toEqual([
    {
      anyOf: [
        ['originator.BIRTH'],
        ['originator.ADDRESS', 'originator.NATIONAL_ID', 'originator.CUSTOMER_ID'],
      ],
      because: ['SG tier above SGD 1,500', 'EU tier from EUR 0'],
    },
  ])
  // Canada asks for addresses anyway, and the originator's is enough for Singapore.
  expect(missingOf(demands('SG', 'CA', '2000'), parties).missing).toEqual([
    {
      anyOf: [['originator.ADDRESS']],
      because: ['SG tier above SGD 1,500', 'CA tier from CAD 1,000'],
    },
    { anyOf: [['beneficiary.ADDRESS']], because: ['CA tier from CAD 1,000'] },
  ])
  const complete = { ...parties, originator: { ...known, birth: true } }
  expect(missingOf(demands('SG', 'LT', '2000'), complete).missing).toEqual([])
})

test('[TX-01] a company has no day of birth', () => {
  const originator = { ...known, isLegal: true, birth: true }
  expect(missingOf(demands('LT', 'LT', '10'), { originator, beneficiary: known }).missing).toEqual(
    (['ADDRESS', 'NATIONAL_ID', 'CUSTOMER_ID'] as const).map((item) => ({
      ...{ anyOf: [[`originator.${item}`]], because: ['EU tier from EUR 0'] },
    })),
  )
  // South Africa asks for it in any case: nothing will do.
  const { missing } = missingOf(demands('ZA', 'ZA', '6000'), {
    originator: { ...originator, address: true, nationalId: true },
    beneficiary: known,
  })
  expect(missing).toEqual([{ anyOf: [], because: ['ZA tier above ZAR 5,000'] }])
})

test('[TX-01] what travels where one has it, and what a grace period asks for, only warns', () => {
  const originator = { ...known, address: true }
  const us = missingOf(demands('US', 'US', '3000'), {
    ...{ originator, beneficiary: { ...nothing, account: true } },
  })
  expect(us).toEqual({
    missing: [],
    warnings: [
      { anyOf: [['beneficiary.NAME']], because: ['US tier from USD 3,000'] },
      { anyOf: [['beneficiary.ADDRESS']], because: ['US tier from USD 3,000'] },
    ],
  })
  const brazil = missingOf(demands('BR', 'AR', '10'), { originator: nothing, beneficiary: nothing })
  expect(brazil.missing).toEqual([])
  expect(brazil.warnings.length).toBe(5)
})

test('[TX-01] below the threshold nothing is asked for; a tier without words for machines asks for names and accounts', () => {
  expect(demands('US', 'US', '10')).toEqual([])
  const plain = rules.map((rule) => ({
    ...rule,
    tiers: rule.tiers.map(({ requires: _, ...tier }) => tier),
  }))
  const judgement = transferType({
    ...{ originatorCountry: 'KR', beneficiary: { country: 'KR' }, isSelfHosted: false },
    ...{ followsCounterparty: true, amounts: () => new Big(1_000_000), rules: plain },
  })
  const { missing } = missingOf(demandsOf(judgement), { originator: nothing, beneficiary: known })
  expect(missing.map(({ anyOf }) => anyOf)).toEqual([
    [['originator.NAME']],
    [['originator.ACCOUNT']],
  ])
})

test('[TX-01] to a self-hosted wallet the originator’s items travel, and whose wallet it is', () => {
  const of = (onBehalfOfMyself: boolean) =>
    missingOf(demands('LT', null, '10', { onBehalfOfMyself }), {
      ...{ originator: known, beneficiary: nothing },
    }).missing.map(({ anyOf }) => anyOf)
  const birth = [
    ['originator.BIRTH'],
    ['originator.ADDRESS', 'originator.NATIONAL_ID', 'originator.CUSTOMER_ID'],
  ]
  expect(of(true)).toEqual([birth])
  expect(of(false)).toEqual([birth, [['beneficiary.NAME']]])
})

test('[TX-01] above the amount one’s own wallet needs a verified proof, another’s a reason', () => {
  const eu = ruleOf(rules, 'LT')
  const need = (amount: string | null, own: boolean) =>
    selfHostedNeeds(eu, amount === null ? null : () => new Big(amount), own)
  const given = { hasVerifiedProof: false, hasRiskReason: false }
  expect(selfHostedMissing(need('1000', true), given)).toEqual([])
  expect(selfHostedMissing(need('1000.01', true), given)).toEqual([
    'beneficiaryOwnershipProofMissing',
  ])
  expect(selfHostedMissing(need('1000.01', false), given)).toEqual(['riskReasonMissing'])
  expect(selfHostedMissing(need(null, true), { ...given, hasRiskReason: true })).toEqual([
    'beneficiaryOwnershipProofMissing',
  ])
  const all = { hasVerifiedProof: true, hasRiskReason: true }
  for (const own of [true, false]) expect(selfHostedMissing(need('5000', own), all)).toEqual([])
  expect(need('5000', true)).toEqual({ proofRequired: true, riskReasonRequired: false })
  expect(selfHostedNeeds(ruleOf(rules, 'US'), null, true).proofRequired).toBe(false)
})

const items = fc.constantFrom(...requirementItems)
const { tree } = fc.letrec<{ tree: Requirement }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    items,
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
  ),
}))

/** Whether a set meets a requirement, in the plainest way. */
const meets = (set: ItemSet, requires: Requirement): boolean => {
  if (typeof requires === 'string') return (set & setOf([requires])) !== 0
  return 'all' in requires
    ? requires.all.every((part) => meets(set, part))
    : requires.any.some((part) => meets(set, part))
}

test('[TX-01] the ways to meet a requirement are those that trying all sets finds', () => {
  const every = Array.from({ length: 4096 }, (_, set) => set)
  fc.assert(
    fc.property(tree, fc.nat(4095), (requires, have) => {
      const naive = minimal(
        every.filter((set) => (set & have) === 0 && meets(set | have, requires)),
      )
      expect(waysToMeet(requires, have, 0).toSorted()).toEqual(naive.toSorted())
    }),
    { numRuns: 60 },
  )
})

test('[TX-01] one set of each entry is enough, and no item of it is too many', () => {
  const party = fc.record({
    ...{ name: fc.boolean(), account: fc.boolean(), address: fc.boolean() },
    ...{ nationalId: fc.boolean(), customerId: fc.boolean(), birth: fc.boolean() },
    isLegal: fc.constant(false),
  })
  const parties = fc.record({ originator: party, beneficiary: party })
  fc.assert(
    fc.property(tree, tree, parties, fc.nat(), (one, other, at, choice) => {
      const asked = [one, other].map((requires, index) => ({
        ...{ requires, because: `${index}`, onlyWarns: false },
      }))
      const { missing } = missingOf(asked, at)
      const chosen = missing.flatMap(({ anyOf }) => anyOf[choice % anyOf.length] ?? [])
      const names = ['NAME', 'ACCOUNT', 'ADDRESS', 'NATIONAL_ID', 'CUSTOMER_ID', 'BIRTH'] as const
      const keys = ['name', 'account', 'address', 'nationalId', 'customerId', 'birth'] as const
      const have = setOf(
        (['originator', 'beneficiary'] as const).flatMap((side) =>
          names.flatMap((name, index) =>
            at[side][keys[index] ?? 'name'] ? [`${side}.${name}` as const] : [],
          ),
        ),
      )
      const isEnough = (set: ItemSet) => meets(set, one) && meets(set, other)
      expect(isEnough(have | setOf(chosen))).toBe(true)
      for (const left of chosen)
        expect(isEnough(have | setOf(chosen.filter((item) => item !== left)))).toBe(false)
    }),
    { numRuns: 300 },
  )
})
