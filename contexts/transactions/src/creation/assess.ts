import type { CreateIn, Transaction } from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import { begin } from '../act/index.ts'
import { readPersonalData } from '../sealing/index.ts'
import {
  completeness,
  countryOf,
  localAmounts,
  missingIssue,
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
  const isSelfHosted = judgement.type === 'NON_CUSTODIAL'
  const selfHosted = selfHostedFaults(body, movement, surroundings, price, isSelfHosted)
  const absent = [...missing.missing.map(missingIssue), ...selfHosted]
  const outcome =
    personal.issues.length > 0
      ? { result: 'INVALID' as const }
      : begin('create', {
          type: judgement.type,
          internal,
          skip: body.skipBeneficiaryDataValidation === true,
          complete: completeness(missing.missing, selfHosted.length),
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

/** What the law of the company asks for a self-hosted wallet. */
export function selfHostedFaults(
  body: Pick<CreateIn, 'onBehalfOfMyself' | 'riskReason'>,
  { amount, asset }: Movement,
  { originator, rules, isProved }: Surroundings,
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
    hasVerifiedProof: isProved,
    hasRiskReason: body.riskReason !== undefined,
  }).map((type) => ({ loc: ['body'], type, msg: selfHostedTexts[type] }))
}

const selfHostedTexts = {
  beneficiaryOwnershipProofMissing:
    'A verified proof is needed that the wallet is the customer’s own',
  riskReasonMissing:
    'State in riskReason why you take the risk of a wallet that isn’t the customer’s own',
}
