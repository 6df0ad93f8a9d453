import type { Act, Status, TransactionType } from '@countersign/contracts/transactions'

/** What a status says on paper. */
export const statusWords: Readonly<Record<Status, string>> = {
  SAVED: 'Draft',
  MISSING_BENEFICIARY_DATA: 'Beneficiary data missing',
  NEW: 'To approve',
  WAITING_FOR_INFORMATION: 'Information requested',
  SENT: 'Sent',
  ACK: 'Address confirmed',
  NOT_READY: 'Beneficiary not ready',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  INCOMPLETE: 'Incomplete',
}

/** What a type says on paper. */
export const typeWords: Readonly<Record<TransactionType, string>> = {
  TRAVELRULE: 'Travel Rule applies',
  BELOW_THRESHOLD: 'Below the threshold',
  NON_CUSTODIAL: 'Self-hosted wallet',
  UNKNOWN: 'Not yet known',
}

/** Who did something, as far as the reader may know: the other side’s people have no names. */
export function actorWords({ by, side }: Pick<Act, 'by' | 'side'>): string {
  if (by.name !== null) return by.name
  if (by.kind === 'RULE') return 'A rule'
  if (by.kind === 'SYSTEM') return 'Countersign'
  return side === 'originator' ? 'The originator VASP' : 'The beneficiary VASP'
}

/** A code such as `NAME_MISMATCH` as words. */
export const codeWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An item of a requirement such as `originator.CUSTOMER_ID` as words. */
export function itemWords(item: string): string {
  const [party = '', field = ''] = item.split('.')
  return `${codeWords(party)}: ${field
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\bid\b/, 'ID')}`
}
