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
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  const offset = of('timeZoneName').slice(3) || '+00:00'
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`
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
