import { asText, csvField } from '@countersign/contracts'
import type { Transaction } from '@countersign/contracts/transactions'

/** A transfer as a file has it. */
export type Row = Transaction & {
  readonly ivms101?: unknown
  /** In the copy for a person alone. */
  readonly comments?: readonly object[]
  readonly views?: readonly object[]
}

/** What a line of a CSV file says of a transfer; times in milliseconds. */
export type Facts = {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly sentAt: number | null
  readonly acknowledgedAt: number | null
  readonly decidedAt: number | null
  readonly direction: string
  readonly type: string
  readonly status: string
  readonly reason: string | null
  readonly asset: string
  readonly network: string
  readonly amount: string
  readonly value: string | undefined
  readonly currency: string | undefined
  readonly counterpartyDid: string | undefined
  readonly counterpartyName: string | undefined
  readonly transactionRef: string | null
  readonly txHash: string | null
  readonly destination: string
  readonly destinationTag: string | null
  readonly origin: string | null
  readonly lastActBy: string
  readonly rule: string | undefined
}

const moment = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/** The same of a transfer as its company sees it. */
const factsOf = (row: Row): Facts => ({
  id: row.id,
  createdAt: Date.parse(row.createdAt),
  updatedAt: Date.parse(row.updatedAt),
  sentAt: moment(row.sentAt),
  acknowledgedAt: moment(row.acknowledgedAt),
  decidedAt: moment(row.decidedAt),
  direction: row.direction,
  type: row.transactionType,
  status: row.status,
  reason: row.reason?.code ?? null,
  asset: row.asset.symbol,
  network: row.asset.network,
  amount: row.amount,
  value: row.amountInLocalCurrency?.amountInLocalCurrency,
  currency: row.amountInLocalCurrency?.currency,
  counterpartyDid: row.counterparty?.did,
  counterpartyName: row.counterparty?.name,
  transactionRef: row.transactionRef,
  ...row.transactionBlockchainInfo,
  lastActBy: row.lastAct.by.kind,
  rule: row.lastAct.rule?.name ?? row.lastAct.rule?.id,
})

const columns = [
  'id',
  'createdAt',
  'updatedAt',
  'sentAt',
  'acknowledgedAt',
  'decidedAt',
  'minutesToAnswer',
  'direction',
  'type',
  'status',
  'reason',
  'asset',
  'network',
  'amount',
  'value',
  'currency',
  'counterpartyDid',
  'counterpartyName',
  'transactionRef',
  'txHash',
  'destination',
  'destinationTag',
  'origin',
  'lastActBy',
  'rule',
] as const
const personal = ['originatorName', 'beneficiaryName', 'ivms101'] as const

/** The first line of a CSV file. Excel takes a file without the mark before it for another encoding. */
export const csvHead = (hasPersonalData: boolean): string =>
  `\ufeff${(hasPersonalData ? [...columns, ...personal] : columns).join(',')}\r\n`

const field = (text: string | null | undefined): string => (text ? csvField(asText(text)) : '')

/** A transfer as a line of a CSV file, without its end. No field is run as a formula. */
function fieldsOf(facts: Facts, zone: string): string {
  const time = (at: number | null) => (at === null ? '' : zoned(at, zone))
  const { id, direction, type, status, amount, value = '', currency = '' } = facts
  // What we chose or counted ourselves needs no quotes.
  return `${id},${time(facts.createdAt)},${time(facts.updatedAt)},${time(facts.sentAt)},${time(
    facts.acknowledgedAt,
  )},${time(facts.decidedAt)},${minutesToAnswer(facts)},${direction},${type},${status},${
    facts.reason ?? ''
  },${field(facts.asset)},${field(facts.network)},${amount},${value},${currency},${field(
    facts.counterpartyDid,
  )},${field(facts.counterpartyName)},${field(facts.transactionRef)},${field(facts.txHash)},${field(
    facts.destination,
  )},${field(facts.destinationTag)},${field(facts.origin)},${facts.lastActBy},${field(facts.rule)}`
}

/** The same as a line of a file without personal data. */
export const plainLine = (facts: Facts, zone: string): string => `${fieldsOf(facts, zone)}\r\n`

/** A transfer as a line of a CSV file. */
export function csvLine(row: Row, hasPersonalData: boolean, zone: string): string {
  const facts = factsOf(row)
  if (!hasPersonalData) return plainLine(facts, zone)
  const { ivms101 } = row
  const names = [nameOf(ivms101, 'originator'), nameOf(ivms101, 'beneficiary')]
  const more = [...names, ivms101 ? JSON.stringify(ivms101) : undefined].map(field)
  return `${[fieldsOf(facts, zone), ...more].join(',')}\r\n`
}

/** A time with the offset of its zone, to the second: `2026-11-24T18:20:00+08:00`. */
export function zoned(at: number, zone: string): string {
  const { minutes, text } = offsetOf(at, zone)
  const local = at + minutes * minuteMs
  const day = Math.floor(local / dayMs)
  if (day !== lastDay.no)
    lastDay = { no: day, text: new Date(day * dayMs).toISOString().slice(0, 11) }
  const seconds = Math.floor((local - day * dayMs) / 1_000)
  const [hour, minute] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${lastDay.text}${two(hour)}:${two(minute)}:${two(seconds % 60)}${text}`
}

const dayMs = 86_400_000
const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)
/** Printing a date takes ten times as long as the time of a day, and rows come in the order of their days. */
let lastDay = { no: Number.NaN, text: '' }

const minuteMs = 60_000
/** Clocks change on a quarter of an hour: within one, a zone has one offset. */
const quarterMs = 15 * minuteMs
/** Finding an offset takes as long as writing a line; rows come in the order of their times. */
const known = new Map<string, Map<number, Offset>>()
const maxKnown = 10_000
/** To make one takes as long as twenty lines. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const found = formats.get(zone)
  if (found) return found
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, made)
  return made
}

/** How far the clocks of a zone are ahead of UTC. */
type Offset = { readonly minutes: number; readonly text: string }

function offsetOf(at: number, zone: string): Offset {
  const quarter = Math.floor(at / quarterMs)
  const ofZone = known.get(zone) ?? new Map<number, Offset>()
  const found = ofZone.get(quarter)
  if (found !== undefined) return found
  if (ofZone.size >= maxKnown) ofZone.clear()
  known.set(zone, ofZone)
  const shown = formatOf(zone)
    .formatToParts(quarter * quarterMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '00', minutes = '00'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(shown ?? '') ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const offset = { minutes: ahead, text: `${sign}${hours}:${minutes}` }
  ofZone.set(quarter, offset)
  return offset
}

function minutesToAnswer({ sentAt, acknowledgedAt, decidedAt }: Facts): number | '' {
  const answered = acknowledgedAt ?? decidedAt
  return sentAt === null || answered === null ? '' : Math.round((answered - sentAt) / minuteMs)
}

/** The first name of a party, as IVMS101 has it. */
function nameOf(ivms101: unknown, party: 'originator' | 'beneficiary'): string | undefined {
  const people = at(at(ivms101, party), `${party}Person`)
  const person = Array.isArray(people) ? people[0] : undefined
  const natural = at(person, 'naturalPerson')
  const names = at(at(natural ?? at(person, 'legalPerson'), 'name'), 'nameIdentifier')
  const name = Array.isArray(names) ? names[0] : undefined
  const said = natural
    ? [at(name, 'secondaryIdentifier'), at(name, 'primaryIdentifier')]
    : [at(name, 'legalPersonName')]
  return said.filter((one) => typeof one === 'string').join(' ') || undefined
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
