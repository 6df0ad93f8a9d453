import {
  type CheckKind,
  grouped,
  type LawFinding,
  type OpenReason,
  placeOf,
  reasons,
  type Status,
  type Transaction,
} from '@countersign/contracts/transactions'
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from 'lucide-react'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'

const tones: Record<Status, BadgeTone> = {
  SAVED: 'neutral',
  MISSING_BENEFICIARY_DATA: 'warning',
  NEW: 'info',
  WAITING_FOR_INFORMATION: 'warning',
  SENT: 'info',
  ACK: 'info',
  NOT_READY: 'warning',
  ACCEPTED: 'success',
  DECLINED: 'danger',
  REJECTED: 'danger',
  CANCELLED: 'neutral',
  INCOMPLETE: 'warning',
}

/** Where a transfer stands, in the words of the side that reads it. */
export function statusWords(transfer: Transaction): string {
  if (transfer.redirectedTo) return 'Handed to another company'
  const side = transfer.direction === 'incoming' ? 'beneficiary' : 'originator'
  const place = placeOf(transfer.status, side, {
    heldBy: transfer.heldBy,
    withheldBy: transfer.withheldBy,
    request: null,
    asleep: transfer.status === 'NOT_READY' && transfer.waitsFor !== 'us',
    byBeneficiary: false,
    originatorKnown: transfer.originatorVASPdid !== null,
    supplied: false,
  })
  return place?.words ?? transfer.status
}

/** The status as a badge. */
export const StatusBadge = ({ transfer }: { transfer: Transaction }) => (
  <Badge tone={tones[transfer.status]}>{statusWords(transfer)}</Badge>
)

const directions = {
  incoming: [ArrowDownLeft, 'Incoming'],
  outgoing: [ArrowUpRight, 'Outgoing'],
  internal: [ArrowLeftRight, 'Internal'],
} as const

export const directionWords = (direction: Transaction['direction']): string =>
  directions[direction][1]

/** The direction as an arrow with its name for screen readers. */
export function DirectionIcon({ direction }: { direction: Transaction['direction'] }) {
  const [Icon, word] = directions[direction]
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="sr-only">{word}</span>
    </>
  )
}

/** An amount with its asset, e.g. `1.5 ETH`. */
export const amountWords = ({ amount, transactionAsset }: Transaction): string =>
  `${grouped(amount)} ${transactionAsset}`

/** What it is worth to the company, or nothing where nobody knows the price. */
export const valueWords = ({ amountInLocalCurrency: value }: Transaction): string =>
  value
    ? new Intl.NumberFormat('en', { style: 'currency', currency: value.currency }).format(
        Number(value.amountInLocalCurrency),
      )
    : 'Price unknown'

const holds = {
  RULE: 'A rule holds it',
  NO_RULE: 'No rule matched',
  UNKNOWN: 'A rule needs a fact that’s missing',
  DATA: 'Required data is missing',
  PLAN: 'Your plan’s limit is reached',
  NO_CONTACT: 'Nobody at the counterparty can be reached yet',
  DISABLED: 'The counterparty is disabled',
}
const withheld = {
  BLOCKED: 'You blocked the counterparty: its data is withheld',
  DISABLED: 'The counterparty is disabled: its data is withheld',
  UNVERIFIED: 'The counterparty isn’t verified: its data is withheld',
  RULE: 'A rule withholds the data',
}

/** What a company's own systems find out about a transfer. */
export const checkKindWords: Readonly<Record<CheckKind, string>> = {
  RISK_SCORE: 'the risk score',
  SANCTION_LIST_CHECK: 'the sanctions check',
}
const and = new Intl.ListFormat('en', { type: 'conjunction' })

/** Why a transfer stopped, in a few words; nothing where it did not. */
export function whyStopped(transfer: Transaction): string | undefined {
  const { awaitedChecks, heldBy, withheldBy, reason } = transfer
  if (awaitedChecks)
    return `Waiting for ${and.format(awaitedChecks.checks.map((kind) => checkKindWords[kind]))}`
  if (withheldBy) return withheld[withheldBy]
  if (heldBy) return holds[heldBy]
  return reason ? reasons[reason.code].label : undefined
}

/** What the law of the company says about a transfer. */
export const findingWords: Readonly<Record<LawFinding['code'], string>> = {
  LAW_SAYS_REFUSE: 'Required data is missing: the law requires you to refuse the transfer',
  LAW_SAYS_VERIFY:
    'The originator isn’t a registered customer: the law requires you to verify them',
}

/** The same as short as a list has room for. */
export const shortFindingWords: Readonly<Record<LawFinding['code'], string>> = {
  LAW_SAYS_REFUSE: 'refuse, as data is missing',
  LAW_SAYS_VERIFY: 'verify the originator',
}

/** Who a transfer is with. */
export const counterpartyWords = ({ counterparty, beneficiaryVASPname, direction }: Transaction) =>
  counterparty?.name ??
  beneficiaryVASPname ??
  (direction === 'internal' ? 'Within the company' : 'Not known yet')

/** Why personal data is opened, to choose from. */
export const openReasonWords: Readonly<Record<OpenReason, string>> = {
  DECIDE: 'To decide on this transfer',
  CUSTOMER_REQUEST: 'A customer asked',
  AUDIT: 'Audit',
  AUTHORITY: 'An authority asked',
  DATA_QUALITY: 'To check the data',
  OTHER: 'Other reason',
}
