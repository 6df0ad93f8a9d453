import type { HeldBy, Section, Status, WaitsFor, WithheldBy } from './status.ts'

/** Where a transfer stands for one company: the words shown, the section of its inbox, whose turn it is. */
export type Place = {
  readonly words: string
  readonly section: Section | null
  readonly waitsFor: WaitsFor | null
}

/** What the place depends on besides the status. */
export type PlaceFacts = {
  readonly heldBy: HeldBy | null
  readonly withheldBy: WithheldBy | null
  /** The beneficiary's last request for data; LAPSED: nobody answered by its date. */
  readonly request: 'OPEN' | 'LAPSED' | null
  /** Not ready until an instant that has not come. */
  readonly asleep: boolean
  /** The beneficiary opened it, as a deposit without Travel Rule data. */
  readonly byBeneficiary: boolean
  /** A deposit without data names the company that sent it. */
  readonly originatorKnown: boolean
  /** The company so named has supplied the data and has not approved it yet. */
  readonly supplied: boolean
}

type Row = readonly [
  words: string,
  section?: Section | null,
  waitsFor?: WaitsFor | null,
  when?: { readonly text: string; readonly holds: (facts: PlaceFacts) => boolean },
]

const when = (text: string, holds: (facts: PlaceFacts) => boolean) => ({ text, holds })
const unseen: readonly Row[] = []

/** Every status as each side sees it; of several rows, the first whose condition holds. */
export const places: {
  readonly [S in Status]: {
    readonly originator: readonly Row[]
    readonly beneficiary: readonly Row[]
  }
} = {
  SAVED: {
    originator: [
      ['Saved', 'TO_APPROVE', 'us', when('held', ({ heldBy }) => heldBy !== null)],
      ['Saved'],
    ],
    beneficiary: unseen,
  },
  MISSING_BENEFICIARY_DATA: {
    originator: [['Beneficiary data missing', 'DATA', 'us']],
    beneficiary: unseen,
  },
  NEW: { originator: [['Ready to send', 'TO_APPROVE', 'us']], beneficiary: unseen },
  WAITING_FOR_INFORMATION: {
    originator: [
      [
        'Counterparty disabled',
        'UNREACHABLE',
        'system',
        when('held by DISABLED', ({ heldBy }) => heldBy === 'DISABLED'),
      ],
      [
        'No contact yet',
        'UNREACHABLE',
        'system',
        when('held by NO_CONTACT', ({ heldBy }) => heldBy === null || heldBy === 'NO_CONTACT'),
      ],
      ['On hold', 'TO_APPROVE', 'us'],
    ],
    beneficiary: unseen,
  },
  SENT: {
    originator: [['Sent, awaiting confirmation', null, 'them']],
    beneficiary: [['Is this our address?', 'TO_CONFIRM', 'us']],
  },
  ACK: {
    originator: [['Address confirmed', null, 'them']],
    beneficiary: [['Accept or decline', 'TO_DECIDE', 'us']],
  },
  NOT_READY: {
    originator: [['Counterparty not ready', null, 'them']],
    beneficiary: [
      ['Not ready yet', 'LATER', null, when('until a later time', ({ asleep }) => asleep)],
      ['Not ready yet', 'LATER', 'us'],
    ],
  },
  ACCEPTED: { originator: [['Accepted']], beneficiary: [['Accepted']] },
  DECLINED: { originator: [['Declined by counterparty']], beneficiary: [['Declined by us']] },
  REJECTED: { originator: [['Not their address']], beneficiary: [['Not our address']] },
  CANCELLED: {
    originator: [
      [
        'Cancelled by counterparty',
        null,
        null,
        when('opened by the beneficiary', ({ byBeneficiary }) => byBeneficiary),
      ],
      ['Cancelled'],
    ],
    beneficiary: [
      ['Cancelled', null, null, when('opened by us', ({ byBeneficiary }) => byBeneficiary)],
      ['Cancelled by counterparty'],
    ],
  },
  INCOMPLETE: {
    originator: [
      ['Data requested', 'TO_APPROVE', 'us', when('data supplied', ({ supplied }) => supplied)],
      ['Data requested', 'DATA', 'us'],
    ],
    beneficiary: [
      [
        'Deposit without Travel Rule data',
        'DATA',
        'them',
        when(
          'originator known, no request lapsed',
          ({ originatorKnown, request }) => originatorKnown && request !== 'LAPSED',
        ),
      ],
      ['Deposit without Travel Rule data', 'DATA', 'us'],
    ],
  },
}

/**
 * Where a transfer stands for a company, or null if the company doesn't see it. A company that redirected
 * it away only sees that it did.
 */
export function placeOf(
  status: Status,
  side: 'originator' | 'beneficiary' | 'former',
  facts: PlaceFacts,
): Place | null {
  if (side === 'former') return { words: 'Redirected', section: null, waitsFor: null }
  const row = places[status][side].find(([, , , condition]) => condition?.holds(facts) ?? true)
  if (!row) return null
  const [words, section = null, waitsFor = null] = row
  return { words, section, waitsFor, ...turned(status, side, facts) }
}

/** Data withheld, or asked for in a request that nobody has answered, gives the turn to the originator. */
function turned(
  status: Status,
  side: 'originator' | 'beneficiary',
  facts: PlaceFacts,
): Omit<Place, 'words'> | undefined {
  const ours = side === 'originator'
  if (ours && facts.withheldBy && (status === 'ACK' || status === 'ACCEPTED'))
    return { section: 'TO_APPROVE', waitsFor: 'us' }
  const open = status === 'SENT' || status === 'ACK' || status === 'NOT_READY'
  if (!open || facts.request !== 'OPEN') return undefined
  return ours ? { section: 'DATA', waitsFor: 'us' } : { section: null, waitsFor: 'them' }
}
