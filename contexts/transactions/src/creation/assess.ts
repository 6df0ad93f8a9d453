import type { CreateIn, Transaction } from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import { begin } from '../act/index.ts'
import { readPersonalData } from '../sealing/index.ts'
import {
  countryOf,
  localAmounts,
  type Missing,
  ruleOf,
  selfHostedMissing,
  selfHostedNeeds,
} from '../threshold/index.ts'
import { judgeNew, type Surroundings } from './judge.ts'
import type { Movement } from './movement.ts'

/** What a new transfer would be, and what is wrong with it. */
export function assess(
  company: string,
  body: CreateIn,
  movement: Movement,
  surroundings: Surroundings,
  price: Transaction['price'],
  at: Date,
) {
  const personal = readPersonalData(body, movement.origin !== null, at)
  const { judgement, currency, missing } = judgeNew(
    body,
    movement,
    surroundings,
    price,
    personal.parties,
  )
  const internal = body.beneficiaryVASPdid === company
  const absent = [
    ...missing.missing.map(missingIssue),
    ...selfHostedFaults(body, movement, surroundings, price, judgement.type === 'NON_CUSTODIAL'),
  ]
  const outcome =
    personal.issues.length > 0
      ? { result: 'INVALID' as const }
      : begin('create', {
          type: judgement.type,
          internal,
          skip: body.skipBeneficiaryDataValidation === true,
          complete: completeness(absent, missing.missing),
        })
  return {
    personal,
    judgement,
    currency,
    internal,
    outcome,
    /** What keeps it from being created: faults of its data, else what is missing. */
    faults: personal.issues.length > 0 ? personal.issues : absent,
    warnings: missing.warnings.map(missingIssue),
  }
}

/** Whether all required data is there, or only the beneficiary's is missing. */
function completeness(faults: readonly Issue[], missing: readonly Missing[]) {
  if (faults.length === 0) return 'YES'
  const isBeneficiarys = missing.every(({ anyOf }) =>
    anyOf.flat().every((item) => item.startsWith('beneficiary.')),
  )
  return isBeneficiarys && faults.length === missing.length ? 'ONLY_BENEFICIARY_MISSING' : 'NO'
}

function missingIssue({ anyOf, because }: Missing): Issue {
  const ways = anyOf.map((items) => items.join(' and ')).join(', or ')
  return {
    loc: ['body', 'ivms101'],
    msg: `Missing: ${ways || 'data that this person or company can’t have'} (${because.join('; ')})`,
    type: 'MISSING',
  }
}

/** What the law of the company asks for a self-hosted wallet. */
function selfHostedFaults(
  body: CreateIn,
  { amount, asset }: Movement,
  { originator, rules }: Surroundings,
  price: Transaction['price'],
  isSelfHosted: boolean,
): Issue[] {
  if (!isSelfHosted) return []
  const needs = selfHostedNeeds(
    ruleOf(rules, countryOf(originator)),
    price && localAmounts(amount, asset.decimals, price),
    body.onBehalfOfMyself === true,
  )
  return selfHostedMissing(needs, {
    hasVerifiedProof: false,
    hasRiskReason: body.riskReason !== undefined,
  }).map((type) => ({ loc: ['body'], type, msg: selfHostedTexts[type] }))
}

const selfHostedTexts = {
  beneficiaryOwnershipProofMissing:
    'A verified proof is needed that the wallet is the customer’s own',
  riskReasonMissing:
    'State in riskReason why you take the risk of a wallet that isn’t the customer’s own',
}
