import type { TransactionType } from '@countersign/contracts/transactions'

/** Which rules apply to a transfer, in words. */
export const typeWords: Readonly<Record<TransactionType, string>> = {
  TRAVELRULE: 'The Travel Rule applies',
  BELOW_THRESHOLD: 'Below the threshold',
  NON_CUSTODIAL: 'Self-hosted wallet',
  UNKNOWN: 'Owner of the address unknown',
}
