import { reasons, type Section, type Status, statuses } from '@countersign/contracts/transactions'
import { countryName } from '../jurisdiction/index.ts'
import type { FilterChip } from '../ui/table/chip-filter.tsx'
import type { ListFilters } from './queries.ts'
import { typeWords } from './type-words.ts'

/** What the list can be narrowed by, besides its view and the search: the operation's own names. */
const names = [
  'section',
  'status',
  'transactionType',
  'transactionAsset',
  'jurisdictions',
  'waitsFor',
  'held',
  'hasHash',
  'reason',
  'minValue',
  'maxValue',
  'start',
  'end',
  'dateField',
] as const
type Name = (typeof names)[number]

/** Filters by name, as they stand in the address: `status=SENT&minValue=1000`. */
export type Filter = { readonly [N in Name]?: string }

export function readFilter(text: string | undefined): Filter {
  const found = new URLSearchParams(text)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = found.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

export const writeFilter = (filter: Filter): string | undefined =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString() || undefined

/** The same for the operation, which says what is wrong with a value that somebody wrote into the address. */
export const queryOf = (filter: Filter, zone: string): ListFilters => ({
  ...(filter as ListFilters),
  ...((filter.start || filter.end) && { zone }),
})

/** Statuses as filters call them: each side has its own words for where a transfer stands. */
export const statusNames: Readonly<Record<Status, string>> = {
  SAVED: 'Saved',
  MISSING_BENEFICIARY_DATA: 'Beneficiary data missing',
  NEW: 'Ready to send',
  WAITING_FOR_INFORMATION: 'Waiting for a contact',
  SENT: 'Sent',
  ACK: 'Address confirmed',
  NOT_READY: 'Not ready',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  INCOMPLETE: 'Data missing',
}
/** The sections of the inbox, in the order of work. */
export const sectionNames: Readonly<Record<Section, string>> = {
  TO_CONFIRM: 'To confirm',
  TO_DECIDE: 'To decide',
  TO_APPROVE: 'To approve',
  DATA: 'Data needed',
  SECOND_APPROVAL: 'Second approval',
  UNREACHABLE: 'No contact',
  LATER: 'Later',
}
export const turnNames = { us: 'Us', them: 'The counterparty', system: 'Nobody' } as const

const of = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value
const words: Readonly<
  Record<Exclude<Name, 'dateField'>, readonly [string, (value: string) => string]>
> = {
  section: ['Section', of(sectionNames)],
  status: ['Status', of(statusNames)],
  transactionType: ['Type', of(typeWords)],
  transactionAsset: ['Asset', (value) => value],
  jurisdictions: ['Country', countryName],
  waitsFor: ['Waits for', of(turnNames)],
  held: ['On hold', of({ true: 'Yes', false: 'No' })],
  hasHash: ['Transaction hash', of({ true: 'Known', false: 'Not known' })],
  reason: [
    'Reason',
    (value) => Object.entries(reasons).find(([code]) => code === value)?.[1].label ?? value,
  ],
  minValue: ['Value from', (value) => value],
  maxValue: ['Value up to', (value) => value],
  start: ['From', (value) => value],
  end: ['To', (value) => value],
}

/** A value of a filter in words; as it is, where it has none of its own. */
export const filterWord = (name: string, value: string): string =>
  Object.entries(words).find(([one]) => one === name)?.[1][1](value) ?? value

/** The filters that are on, each with the way to take it off. */
export const chipsOf = (filter: Filter, change: (next: Filter) => void): FilterChip[] =>
  names.flatMap((name) => {
    const value = filter[name]
    if (!value || name === 'dateField') return []
    const [label, say] = words[name]
    const { [name]: _, ...rest } = filter
    return [{ label: `${label}: ${say(value)}`, onRemove: () => change(rest) }]
  })

/** The choices of a select, after the one that filters nothing. */
export const choices = (values: Readonly<Record<string, string>>) => [
  { value: '', label: 'Any' },
  ...Object.entries(values).map(([value, label]) => ({ value, label })),
]
export const statusChoices = choices(
  Object.fromEntries(statuses.map((status) => [status, statusNames[status]])),
)
