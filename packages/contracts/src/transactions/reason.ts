import * as z from 'zod/mini'
import type { Action } from './action.ts'

/** What a reason may be given for: an action, or the creation of a transfer. */
export type ReasonUse = Action | 'create'

/** One reason. `trisa`, `sygna`, `gtr` and `v2`: the nearest code of another network; null: none fits. */
export type Reason = {
  readonly label: string
  /** RULES: only rules give it. ALL: every action. */
  readonly for: readonly ReasonUse[] | 'RULES' | 'ALL'
  readonly commentRequired: boolean
  readonly v2: string | null
  readonly trisa: number | null
  readonly sygna: string | null
  readonly gtr: number | null
}

const reason = (
  label: string,
  uses: Reason['for'],
  [v2, trisa, sygna, gtr]: readonly [string | null, number | null, string | null, number | null],
  commentRequired = false,
): Reason => ({ label, for: uses, commentRequired, v2, trisa, sygna, gtr })

/** The codes in the order in which screens offer them. */
export const reasonCodes = [
  'NOT_OUR_ADDRESS',
  'NOT_OUR_TRANSFER',
  'OTHER_GROUP_ENTITY',
  'BENEFICIARY_NAME_MISMATCH',
  'BENEFICIARY_UNKNOWN',
  'ORIGINATOR_DATA_INCOMPLETE',
  'BENEFICIARY_DATA_INCOMPLETE',
  'CUSTOMER_NOT_VERIFIED',
  'CUSTOMER_REFUSED',
  'SANCTIONS',
  'BLOCKCHAIN_RISK',
  'SUSPICIOUS',
  'COUNTERPARTY_NOT_ACCEPTED',
  'DUE_DILIGENCE_OPEN',
  'ASSET_NOT_SUPPORTED',
  'AMOUNT_NOT_ACCEPTED',
  'OWN_POLICY',
  'NOT_READY_YET',
  'COUNTERPARTY_NO_RESPONSE',
  'DEADLINE_PASSED',
  'WRONG_DETAILS',
  'REPLACED',
  'MERGED',
  'SELF_HOSTED_ORIGIN',
  'RISK_BASED',
  'ACCEPTED_WITHOUT_DATA',
  'RULE',
  'OTHER',
] as const
export const ReasonCode = z.enum(reasonCodes)
export type ReasonCode = z.infer<typeof ReasonCode>

/** Every reason by its code. Answers of other networks are translated by the codes in the rows. */
export const reasons: { readonly [C in ReasonCode]: Reason } = {
  NOT_OUR_ADDRESS: reason('Not our address', ['reject'], ['BENEFICIARY_ADDRESS', 51, null, 200001]),
  NOT_OUR_TRANSFER: reason(
    "We didn't send this transfer",
    ['reject'],
    ['SOURCE_ADDRESS', 53, null, 200007],
  ),
  OTHER_GROUP_ENTITY: reason(
    'The address belongs to another company of our group',
    ['reject', 'redirect'],
    ['BENEFICIARY_ADDRESS', 51, null, 200017],
  ),
  BENEFICIARY_NAME_MISMATCH: reason(
    "Beneficiary name doesn't match our customer",
    ['decline'],
    ['BENEFICIARY_NOT_FOUND', 54, 'BVRC007', 200009],
  ),
  BENEFICIARY_UNKNOWN: reason(
    'Customer not found',
    ['decline', 'reject'],
    ['BENEFICIARY_NOT_FOUND', 54, 'BVRC007', 200014],
  ),
  ORIGINATOR_DATA_INCOMPLETE: reason(
    'Originator data missing',
    ['decline', 'requestData'],
    ['COMPLIANCE_POLICIES', 154, 'BVRC006', 200011],
  ),
  BENEFICIARY_DATA_INCOMPLETE: reason(
    'Beneficiary data missing',
    ['decline', 'requestData'],
    ['COMPLIANCE_POLICIES', 154, 'BVRC006', 200012],
  ),
  CUSTOMER_NOT_VERIFIED: reason(
    'Customer not verified yet',
    ['decline', 'notReady'],
    ['BENEFICIARY_REJECT_INCOMING', 52, null, 200008],
  ),
  CUSTOMER_REFUSED: reason(
    'Customer declined the transfer',
    ['decline', 'cancel'],
    ['BENEFICIARY_REJECT_INCOMING', 50, null, 200015],
  ),
  SANCTIONS: reason(
    'Sanctions screening',
    ['decline', 'cancel'],
    ['SANCTION_SCREENING', 90, 'BVRC004', 200010],
  ),
  BLOCKCHAIN_RISK: reason(
    'Address or transaction risk',
    ['decline', 'cancel'],
    ['BLOCKCHAIN_RISK_SCORE', 92, 'BVRC004', null],
  ),
  SUSPICIOUS: reason(
    'Suspicious activity',
    ['decline', 'cancel'],
    ['SUSPICIOUS_TRANSACTION', 90, 'BVRC004', null],
  ),
  COUNTERPARTY_NOT_ACCEPTED: reason(
    "We don't deal with this company",
    ['decline', 'cancel'],
    ['COUNTERPARTY_RISK', 90, 'BVRC004', 200016],
  ),
  DUE_DILIGENCE_OPEN: reason(
    'Due diligence on this company is still open',
    ['decline', 'notReady', 'cancel'],
    ['COUNTERPARTY_DUE_DILIGENCE', 90, 'BVRC004', 200016],
  ),
  ASSET_NOT_SUPPORTED: reason(
    'Asset or network not supported',
    ['decline', 'reject'],
    ['ASSET_TYPE', 60, 'BVRC001', null],
  ),
  AMOUNT_NOT_ACCEPTED: reason(
    'Amount exceeds a limit',
    ['decline', 'cancel'],
    ['COMPLIANCE_POLICIES', 61, 'BVRC003', null],
  ),
  OWN_POLICY: reason(
    'Against our policy',
    ['decline', 'cancel'],
    ['COMPLIANCE_POLICIES', 90, 'BVRC004', null],
  ),
  NOT_READY_YET: reason('Not ready to answer yet', ['notReady'], [null, 1, 'BVRC002', null]),
  COUNTERPARTY_NO_RESPONSE: reason(
    "Counterparty didn't respond in time",
    ['expire', 'cancel', 'process'],
    ['COUNTERPARTY_NO_RESPONSE', 198, null, null],
  ),
  DEADLINE_PASSED: reason(
    "Required data didn't arrive in time",
    ['deadline'],
    ['COUNTERPARTY_NO_RESPONSE', 198, null, null],
  ),
  WRONG_DETAILS: reason(
    'Created with wrong details',
    ['cancel'],
    ['CANCELED_BY_INITIATOR', 199, null, 100028],
  ),
  REPLACED: reason(
    'Replaced by another transfer',
    ['cancel'],
    ['CANCELED_BY_INITIATOR', 199, null, 100028],
  ),
  MERGED: reason(
    "Merged with the counterparty's message",
    ['merge'],
    ['REMOVED_FROM_TRANSFER', 199, null, 100029],
  ),
  SELF_HOSTED_ORIGIN: reason(
    'Deposit from a self-hosted wallet',
    ['accept'],
    [null, null, null, null],
  ),
  RISK_BASED: reason(
    'Accepted on a risk-based decision',
    ['accept', 'create', 'process', 'release'],
    [null, null, null, null],
    true,
  ),
  ACCEPTED_WITHOUT_DATA: reason(
    'Accepted before the data arrived',
    ['accept'],
    [null, null, null, null],
    true,
  ),
  RULE: reason('Decided by a rule', 'RULES', ['COMPLIANCE_POLICIES', 90, 'BVRC004', null]),
  OTHER: reason('Other reason', 'ALL', ['OTHER', 50, 'BVRC999', 100001], true),
}

/** The codes that a person or machine may give for an action, in the order of {@link reasonCodes}. */
export const reasonsFor = (use: ReasonUse): readonly ReasonCode[] =>
  reasonCodes.filter((code) => {
    const { for: uses } = reasons[code]
    return uses === 'ALL' || (uses !== 'RULES' && uses.includes(use))
  })
