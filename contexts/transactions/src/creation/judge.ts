import type { CreateIn, Price } from '@countersign/contracts/transactions'
import type { Company, TransactionsDeps } from '../deps.ts'
import { hasProof } from '../proof/index.ts'
import type { TransactionsTx } from '../tables.ts'
import {
  countryOf,
  demandsOf,
  type Judgement,
  localAmounts,
  missingOf,
  type Parties,
  priceOf,
  type Rule,
  ruleOf,
  transferType,
} from '../threshold/index.ts'
import type { Movement } from './movement.ts'

/** What a new transfer's companies and jurisdictions are. */
export type Surroundings = {
  readonly originator: Company
  readonly beneficiary: Company | undefined
  readonly rules: readonly Rule[]
  /** A verified proof says that the destination is the customer's own. */
  readonly isProved: boolean
}

/** The currencies in which the companies of a transfer count. */
export const currencyOf = (rules: readonly Rule[], company: Company | undefined): string =>
  (company && ruleOf(rules, countryOf(company))?.tiers[0]?.currency) ?? 'USD'

/** Asks for the price before any transaction: a source may be slow. */
export async function quote(
  deps: TransactionsDeps,
  { asset }: Movement,
  { originator, beneficiary, rules }: Surroundings,
  custom: string | undefined,
  at: Date,
): Promise<Price | null> {
  const currencies = [originator, beneficiary].flatMap((one) =>
    one ? [currencyOf(rules, one)] : [],
  )
  return priceOf(deps, { caip19: asset.caip19, custom, currencies, at })
}

/** Which rules apply to a new transfer, and what of the required data is missing. */
export function judgeNew(
  body: Pick<CreateIn, 'isNonCustodial' | 'travelRuleBehavior' | 'onBehalfOfMyself'>,
  movement: Movement,
  { originator, beneficiary, rules }: Surroundings,
  price: Price | null,
  parties: Parties,
): { judgement: Judgement; currency: string; missing: ReturnType<typeof missingOf> } {
  const judgement = transferType({
    originatorCountry: countryOf(originator),
    beneficiary: beneficiary ? { country: countryOf(beneficiary) } : null,
    isSelfHosted: body.isNonCustodial === true,
    followsCounterparty: body.travelRuleBehavior !== false,
    amounts: price && localAmounts(movement.amount, movement.asset.decimals, price),
    rules,
  })
  const demands = demandsOf(judgement, { onBehalfOfMyself: body.onBehalfOfMyself === true })
  return {
    judgement,
    currency: currencyOf(rules, originator),
    missing: missingOf(demands, parties),
  }
}

/** Reads the companies of a new transfer and the rules of all jurisdictions. */
export async function surroundingsOf(
  deps: TransactionsDeps,
  tx: TransactionsTx,
  company: string,
  beneficiary: string | undefined,
  { addressKey, at }: { readonly addressKey: Buffer; readonly at: Date },
): Promise<Omit<Surroundings, 'originator'> & { readonly originator: Company | undefined }> {
  const known = await deps.companies(tx, [company, ...(beneficiary ? [beneficiary] : [])])
  return {
    originator: known.find(({ did }) => did === company),
    beneficiary: known.find(({ did }) => did === beneficiary),
    rules: await deps.jurisdictions(tx),
    isProved: await hasProof(tx, company, addressKey, at),
  }
}
