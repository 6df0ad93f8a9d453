import { asText, csvField } from '@countersign/contracts'
import type { Transaction } from '@countersign/contracts/transactions'

/** A transfer as a file has it. */
export type Row = Transaction & {
  readonly ivms101?: unknown
  /** In the copy for a person alone. */
  readonly comments?: readonly object[]
  readonly views?: readonly object[]
}

type Column = readonly [
  name: string,
  of: (row: Row, time: (at: string | null) => string) => unknown,
]

/** The columns of a CSV file. */
const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }, time) => time(createdAt)],
  ['updatedAt', ({ updatedAt }, time) => time(updatedAt)],
  ['sentAt', ({ sentAt }, time) => time(sentAt)],
  ['acknowledgedAt', ({ acknowledgedAt }, time) => time(acknowledgedAt)],
  ['decidedAt', ({ decidedAt }, time) => time(decidedAt)],
  ['minutesToAnswer', minutesToAnswer],
  ['direction', ({ direction }) => direction],
  ['type', ({ transactionType }) => transactionType],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason?.code],
  ['asset', ({ asset }) => asset.symbol],
  ['network', ({ asset }) => asset.network],
  ['amount', ({ amount }) => amount],
  ['value', ({ amountInLocalCurrency }) => amountInLocalCurrency?.amountInLocalCurrency],
  ['currency', ({ amountInLocalCurrency }) => amountInLocalCurrency?.currency],
  ['counterpartyDid', ({ counterparty }) => counterparty?.did],
  ['counterpartyName', ({ counterparty }) => counterparty?.name],
  ['transactionRef', ({ transactionRef }) => transactionRef],
  ['txHash', ({ transactionBlockchainInfo }) => transactionBlockchainInfo.txHash],
  ['destination', ({ transactionBlockchainInfo }) => transactionBlockchainInfo.destination],
  ['destinationTag', ({ transactionBlockchainInfo }) => transactionBlockchainInfo.destinationTag],
  ['origin', ({ transactionBlockchainInfo }) => transactionBlockchainInfo.origin],
  ['lastActBy', ({ lastAct }) => lastAct.by.kind],
  ['rule', ({ lastAct }) => lastAct.rule?.name ?? lastAct.rule?.id],
]

const personal: readonly Column[] = [
  ['originatorName', ({ ivms101 }) => nameOf(ivms101, 'originator')],
  ['beneficiaryName', ({ ivms101 }) => nameOf(ivms101, 'beneficiary')],
  ['ivms101', ({ ivms101 }) => ivms101 && JSON.stringify(ivms101)],
]

const columnsOf = (hasPersonalData: boolean) =>
  hasPersonalData ? [...columns, ...personal] : columns

const line = (fields: readonly string[]): string => `${fields.join(',')}\r\n`

/** The first line of a CSV file. Excel takes a file without the mark before it for another encoding. */
export const csvHead = (hasPersonalData: boolean): string =>
  `\ufeff${line(columnsOf(hasPersonalData).map(([name]) => name))}`

/** A transfer as a line of a CSV file. No field is run as a formula. */
export function csvLine(row: Row, hasPersonalData: boolean, zone: string): string {
  const time = (at: string | null) => (at === null ? '' : zoned(new Date(at), zone))
  return line(
    columnsOf(hasPersonalData).map(([, of]) => csvField(asText(String(of(row, time) ?? '')))),
  )
}

/** A time with the offset of its zone, to the second: `2026-11-24T18:20:00+08:00`. */
export function zoned(at: Date, zone: string): string {
  const minutes = offsetOf(at.getTime(), zone)
  const local = new Date(at.getTime() + minutes * minuteMs).toISOString().slice(0, 19)
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}

const minuteMs = 60_000
/** Clocks change on a quarter of an hour: within one, a zone has one offset. */
const quarterMs = 15 * minuteMs
/** Finding an offset takes as long as writing a line; rows come in the order of their times. */
const known = new Map<string, number>()
const maxKnown = 10_000

/** Minutes that the clocks of a zone are ahead of UTC. */
function offsetOf(at: number, zone: string): number {
  const quarter = Math.floor(at / quarterMs)
  const name = `${zone} ${quarter}`
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= maxKnown) known.clear()
  const shown = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(quarter * quarterMs)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(shown ?? '') ?? []
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  known.set(name, ahead)
  return ahead
}

function minutesToAnswer({ sentAt, acknowledgedAt, decidedAt }: Row): number | undefined {
  const answered = acknowledgedAt ?? decidedAt
  if (!sentAt || !answered) return undefined
  return Math.round((Date.parse(answered) - Date.parse(sentAt)) / 60_000)
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
