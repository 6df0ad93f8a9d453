import { Threshold, type ThresholdSide } from '@countersign/contracts/transactions'
import { Big } from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vectors } from '../vectors.fixture.ts'
import { allowsNoAnswer, lawFindings } from './law-finding.rules.ts'
import { type LocalAmounts, localAmounts } from './local-amount.rules.ts'
import { rules } from './rules.fixture.ts'
import { selfHostedNeeds } from './self-hosted.rules.ts'
import { countryOf, type Rule, ruleOf } from './tier.rules.ts'
import {
  asksForLess,
  storedThreshold,
  type TransferFacts,
  transferType,
} from './transfer-type.rules.ts'

type Case = {
  readonly name: string
  readonly originatorCountry: string
  readonly beneficiaryCountry: string | null
  readonly destination: 'HOSTED' | 'UNHOSTED' | null
  readonly onBehalfOfMyself?: boolean
  readonly amounts: Readonly<Record<string, string>> | null
  readonly travelRuleBehavior: boolean
  readonly expect: {
    readonly type: string
    readonly originatorTier: number | null
    readonly beneficiaryTier?: number | null
    readonly warnings?: readonly string[]
    readonly proofRequired?: boolean
    readonly riskReasonRequired?: boolean
  }
}

const cases: readonly Case[] = vectors('threshold-cases.json')

const amountsOf = (known: Case['amounts']): LocalAmounts | null =>
  known && ((currency) => (known[currency] === undefined ? null : new Big(known[currency])))

const factsOf = (one: Case): TransferFacts => ({
  originatorCountry: one.originatorCountry,
  beneficiary: one.beneficiaryCountry === null ? null : { country: one.beneficiaryCountry },
  isSelfHosted: one.destination === 'UNHOSTED',
  followsCounterparty: one.travelRuleBehavior,
  amounts: amountsOf(one.amounts),
  rules,
})

test('[TX-01] there are 29 cases of the type', () => expect(cases).toHaveLength(29))

test.each(cases)('[TX-01] type: $name', (one) => {
  const judgement = transferType(factsOf(one))
  expect(judgement.type).toBe(one.expect.type)
  expect(judgement.originator.tier).toBe(one.expect.originatorTier)
  if (one.expect.beneficiaryTier !== undefined)
    expect(judgement.beneficiary?.tier).toBe(one.expect.beneficiaryTier)
  expect(judgement.warnings).toEqual(one.expect.warnings ?? [])
  if (one.expect.proofRequired !== undefined)
    expect(
      selfHostedNeeds(
        ruleOf(rules, one.originatorCountry),
        amountsOf(one.amounts),
        one.onBehalfOfMyself ?? false,
      ),
    ).toEqual({
      proofRequired: one.expect.proofRequired,
      riskReasonRequired: one.expect.riskReasonRequired,
    })
})

const factsBetween = (
  originatorCountry: string,
  country: string,
  amounts: LocalAmounts | null,
  more: Partial<TransferFacts> = {},
): TransferFacts => ({
  ...{ originatorCountry, beneficiary: { country }, isSelfHosted: false },
  ...{ followsCounterparty: true, amounts, rules, ...more },
})

test('[TX-01] one base unit decides at the edge of every tier', () => {
  const tiers = rules.flatMap((rule) =>
    rule.status === 'plansAnnounced' ? [] : rule.tiers.map((tier, at) => ({ rule, tier, at })),
  )
  expect(tiers.length).toBeGreaterThan(25)
  for (const { rule, tier, at } of tiers) {
    const price = { usd: '1', source: 'x', at: '2026-11-01T00:00:00.000Z' }
    const tierAt = (base: bigint) => {
      const amounts = localAmounts(base, 18, { ...price, fx: { [tier.currency]: '1' } })
      // Abroad, so that no tier is excepted.
      return transferType(factsBetween(rule.countries[0] ?? 'NG', 'AR', amounts)).originator.tier
    }
    const edge = BigInt(tier.amount) * 10n ** 18n
    const below = at === 0 ? null : at - 1
    if (edge > 0n) expect(tierAt(edge - 1n), rule.id).toBe(below)
    expect(tierAt(edge), rule.id).toBe(tier.comparator === '>=' ? at : below)
    expect(tierAt(edge + 1n), rule.id).toBe(at)
  }
})

test('[TX-01] more money is never a lower tier, and following the counterparty never a milder type', () => {
  const country = fc.constantFrom(...rules.flatMap(({ countries }) => countries), 'NG')
  const cents = fc.integer({ min: 1, max: 200_000_000 })
  const perUsd = fc.constantFrom('0.5', '1', '7.78', '1460')
  fc.assert(
    fc.property(country, country, cents, cents, perUsd, (from, to, one, more, rate) => {
      const at = (amount: number, followsCounterparty: boolean) =>
        transferType(
          factsBetween(from, to, () => new Big(amount).div(100).times(rate), {
            followsCounterparty,
          }),
        )
      const [small, large] = [at(one, true), at(one + more, true)]
      expect(large.originator.tier ?? -1).toBeGreaterThanOrEqual(small.originator.tier ?? -1)
      if (small.type === 'TRAVELRULE') expect(large.type).toBe('TRAVELRULE')
      const alone = at(one, false)
      if (alone.type === 'TRAVELRULE') expect(small.type).toBe('TRAVELRULE')
      const unpriced = transferType(factsBetween(from, to, null))
      expect(unpriced.originator.tier ?? -1).toBeGreaterThanOrEqual(large.originator.tier ?? -1)
      expect(unpriced.type).toBe('TRAVELRULE')
      Threshold.parse(storedThreshold(small))
    }),
  )
})

test('[TX-01] what is stored names the rules by version, and who decided', () => {
  const usd = (amount: string) =>
    localAmounts(BigInt(amount), 2, {
      ...{ usd: '1', source: 'x', at: '2026-11-01T00:00:00.000Z' },
      fx: { CAD: '1.4', SGD: '1.3', GBP: '0.76', TWD: '31.1' },
    })
  const stored = (from: string, to: string, amount: string, follows = true) =>
    storedThreshold(
      transferType(factsBetween(from, to, usd(amount), { followsCounterparty: follows })),
    )
  expect(stored('US', 'CA', '100000')).toEqual({
    decidedBy: 'beneficiary',
    originator: { jurisdiction: 'US', version: 1, tier: null, amount: '1000', currency: 'USD' },
    beneficiary: { jurisdiction: 'CA', version: 1, tier: 0, amount: '1400', currency: 'CAD' },
    warnings: [],
  })
  expect(stored('SG', 'GB', '100').decidedBy).toBe('both')
  expect(stored('SG', 'GB', '100', false)).toMatchObject({
    ...{ decidedBy: 'originator', warnings: ['COUNTERPARTY_RULE_APPLIES'] },
  })
  expect(stored('US', 'US', '100').decidedBy).toBe('none')
  expect(stored('US', 'TW', '100').warnings).toEqual(['UNVERIFIED_RULE'])
  expect(stored('AR', 'NG', '100')).toMatchObject({
    originator: { jurisdiction: 'AR', tier: null, currency: null },
    beneficiary: { jurisdiction: 'FATF', tier: 0 },
  })
})

test('[TX-01] a price that comes later is told where it asks for less, and only there', () => {
  const unpriced = storedThreshold(transferType(factsBetween('SG', 'SG', null)))
  const priced = (amount: string) =>
    storedThreshold(transferType(factsBetween('SG', 'SG', () => new Big(amount))))
  expect(asksForLess(unpriced, priced('12'))).toBe(true)
  expect(asksForLess(unpriced, priced('1500.01'))).toBe(false)
  // No tier at all is less than the lowest; the same, or more, is not less.
  const none = { ...unpriced.originator, tier: null }
  const tiers: (ThresholdSide | null)[] = [null, none, ...[0, 1].map((tier) => ({ ...none, tier }))]
  const rank = (side: ThresholdSide | null) => side?.tier ?? -1
  for (const was of tiers)
    for (const is of tiers)
      for (const side of ['originator', 'beneficiary'] as const) {
        const at = (one: ThresholdSide | null) => ({
          ...{ ...unpriced, originator: none, beneficiary: null },
          [side]: one ?? (side === 'originator' ? none : null),
        })
        expect(asksForLess(at(was), at(is)), `${rank(was)} to ${rank(is)}`).toBe(
          rank(is) < rank(was),
        )
      }
  // Nobody knows the price: even where no tier could apply, the data travels.
  const free = transferType(factsBetween('AR', 'AR', null))
  expect(free).toMatchObject({ type: 'TRAVELRULE', followed: [], warnings: ['PRICE_UNKNOWN'] })
  // A rate that is missing is a price that is missing.
  const noRate = (currency: string) => (currency === 'USD' ? new Big(1) : null)
  expect(transferType(factsBetween('SG', 'US', noRate))).toMatchObject({
    ...{ type: 'TRAVELRULE', originator: { tier: 1, amount: null }, warnings: ['PRICE_UNKNOWN'] },
  })
})

test('[TX-01] without a counterparty the own rule decides, and a self-hosted wallet has none', () => {
  const unknown = (amounts: LocalAmounts | null) =>
    transferType(factsBetween('US', 'US', amounts, { beneficiary: null }))
  expect(unknown(() => new Big(2999)).type).toBe('BELOW_THRESHOLD')
  expect(unknown(() => new Big(3000)).type).toBe('UNKNOWN')
  expect(unknown(null)).toMatchObject({ type: 'UNKNOWN', warnings: ['PRICE_UNKNOWN'] })
  expect(transferType(factsBetween('US', 'LT', null, { isSelfHosted: true }))).toMatchObject({
    ...{ type: 'NON_CUSTODIAL', beneficiary: null },
  })
})

test('[TX-02] the law’s duties warn whoever accepts incomplete data or approves for a stranger', () => {
  const [base] = rules
  if (!base) throw new Error('No rules')
  const strict: Rule = { ...base, status: 'inForce', mustReject: true, mustVerify: true }
  const codes = (rule: Rule | null, side: 'originator' | 'beneficiary', isFine: boolean) =>
    lawFindings(rule, { side, isComplete: isFine, isRegistered: isFine }).map(({ code }) => code)
  expect(codes(strict, 'beneficiary', false)).toEqual(['LAW_SAYS_REFUSE'])
  expect(codes(strict, 'originator', false)).toEqual(['LAW_SAYS_VERIFY'])
  for (const side of ['originator', 'beneficiary'] as const) {
    expect(codes(strict, side, true)).toEqual([])
    for (const rule of [
      null,
      { ...strict, mustReject: false, mustVerify: false },
      { ...base, status: 'inForce' as const },
      { ...strict, status: 'plansAnnounced' as const },
    ])
      expect(codes(rule, side, false)).toEqual([])
  }
})

test('[TX-02] coins go without an answer only where the law is known to allow it', () => {
  const [base] = rules
  if (!base) throw new Error('No rules')
  const allows = (mustReject: boolean | undefined) =>
    allowsNoAnswer({ ...base, ...(mustReject !== undefined && { mustReject }) })
  expect([true, undefined, false].map(allows)).toEqual([false, false, true])
  expect(allowsNoAnswer(null)).toBe(false)
})

test('[TX-01] a company follows the country it chose, else that of its incorporation, else its first', () => {
  const countries = ['FR', 'DE']
  expect(countryOf({ travelRuleCountry: 'SG', incorporation: 'LT', countries })).toBe('SG')
  expect(countryOf({ travelRuleCountry: null, incorporation: 'LT', countries })).toBe('LT')
  expect(countryOf({ incorporation: '', countries })).toBe('FR')
  expect(countryOf({ countries: [] })).toBeNull()
})
