import type { Answer, AnswerValue } from './answer.ts'
import { isoCountries } from './countries.ts'
import type { Column, ContactField, Option, Part, Question } from './form.ts'

/** The names of the fields of a contact. */
export const contactLabels: { readonly [F in ContactField]: string } = {
  name: 'Name',
  role: 'Role',
  email: 'Email',
  phone: 'Phone',
  hours: 'Hours',
  timeZone: 'Time zone',
}

type Row = Readonly<Record<string, string>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && !Array.isArray(value)

/**
 * What a draft may not hold at all, because it is no value of this question's kind. Faults of content,
 * which people make while they type, are not among them.
 */
export function shapeProblems(
  question: Question,
  answer: Answer,
): { part: string; says: string }[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    const part = question.parts.find((one) => one.name === name)
    if (!part) return [{ part: name, says: 'This question has no such part' }]
    return fits(part, value) ? [] : [{ part: name, says: `Expected a value of type ${part.type}` }]
  })
}

function fits(part: Part, value: AnswerValue): boolean {
  if (part.type === 'table') {
    const names = part.columns.map(({ name }) => name)
    if (!Array.isArray(value)) return false
    return value.every((row) => isRow(row) && Object.keys(row).every((key) => names.includes(key)))
  }
  if (part.type === 'multi' || part.type === 'countries' || part.type === 'texts')
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (part.type === 'money') return isRow(value) && onlyKeys(value, ['amount', 'currency'])
  if (part.type === 'file') return isRow(value) && onlyKeys(value, ['id', 'title'])
  if (part.type === 'contact') return isRow(value) && onlyKeys(value, part.asks)
  return typeof value === 'string'
}

const onlyKeys = (value: object, names: readonly string[]) =>
  Object.keys(value).every((key) => names.includes(key))

/** What is wrong with a value that is there. */
export function partProblems(part: Part, value: AnswerValue): string[] {
  if (typeof value === 'string') {
    const says = textProblem(part, value.trim())
    return says ? [says] : []
  }
  if (!Array.isArray(value)) {
    if (part.type === 'contact') return contactProblems(part.asks, value)
    if (part.type === 'file') return value.title?.trim() ? [] : ['Choose a document']
    return moneyProblems(value)
  }
  if (part.type === 'table') return tableProblems(part.columns, value.filter(isRow))
  const allowed =
    part.type === 'multi' ? valuesOf(part.options) : part.type === 'countries' ? isoCountries : null
  const wrong = value.find((one) => typeof one === 'string' && allowed && !allowed.includes(one))
  return wrong === undefined ? [] : [`${String(wrong)} isn’t one of the options`]
}

const valuesOf = (options: readonly Option[]) => options.map(({ value }) => value)

function textProblem(part: Part, text: string): string | undefined {
  switch (part.type) {
    case 'yn':
      return text === 'yes' || text === 'no' ? undefined : 'Choose yes or no'
    case 'select':
      return valuesOf(part.options).includes(text) ? undefined : 'Choose from the list'
    case 'country':
      return isoCountries.includes(text) ? undefined : 'Choose a country from the list'
    case 'lei':
      return isLei(text) ? undefined : 'An LEI has 20 letters and digits; check for typos'
    case 'url':
      return /^https?:\/\/\S+$/.test(text)
        ? undefined
        : 'Enter an address that starts with http:// or https://'
    case 'date':
      return dateProblem(text)
    case 'number':
      return numberProblem(text)
    case 'percent':
      return percentProblem(text)
    default:
      return undefined
  }
}

const numberProblem = (text: string) =>
  /^\d{1,15}(\.\d{1,6})?$/.test(text) ? undefined : 'Enter a number in digits, such as 12.5'

const percentProblem = (text: string) =>
  !numberProblem(text) && Number(text) <= 100 ? undefined : 'Enter a share from 0 to 100'

function dateProblem(text: string): string | undefined {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  const real = date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return real ? undefined : 'Enter a date as YYYY-MM-DD'
}

/** ISO 17442: two check digits over the whole, modulo 97. */
function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d\d$/.test(text)) return false
  const digits = [...text].map((char) => Number.parseInt(char, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

function moneyProblems({ amount = '', currency = '' }: Row): string[] {
  const says = numberProblem(amount.trim())
  return [
    ...(says ? [says] : []),
    ...(/^[A-Z]{3}$/.test(currency.trim()) ? [] : ['Enter a currency such as EUR']),
  ]
}

function contactProblems(asks: readonly ContactField[], contact: Row): string[] {
  const empty = asks.filter((field) => !contact[field]?.trim()).map((field) => contactLabels[field])
  const email = contact.email?.trim()
  return [
    ...(empty.length > 0 ? [`Still missing: ${empty.join(', ')}`] : []),
    ...(email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
      ? ['The email address is incomplete']
      : []),
  ]
}

function tableProblems(columns: readonly Column[], rows: readonly Row[]): string[] {
  const cells = rows.flatMap((row, at) =>
    columns.flatMap((column) => {
      const says = cellProblem(column, row[column.name]?.trim() ?? '')
      return says ? [`Row ${at + 1}, ${column.label}: ${says}`] : []
    }),
  )
  if (cells.length > 0) return cells
  return columns.flatMap(({ name, label, total }) => {
    const sum = rows.reduce((all, row) => all + Number(row[name]), 0)
    const said = Number(sum.toFixed(2))
    // A third is a number that no decimal hits, and a tenth one that binary fractions miss.
    const off = total !== undefined && Number(Math.abs(said - total).toFixed(2)) > 0.1
    return off ? [`${label}: the rows add up to ${said}, not ${total}`] : []
  })
}

function cellProblem(column: Column, text: string): string | undefined {
  if (text === '') return column.optional ? undefined : 'fill this in'
  if (column.type === 'select')
    return valuesOf(column.options ?? []).includes(text) ? undefined : 'choose from the list'
  if (column.type === 'country') return isoCountries.includes(text) ? undefined : 'choose a country'
  if (column.type === 'date') return dateProblem(text)?.toLowerCase()
  if (column.type === 'number') return numberProblem(text)?.toLowerCase()
  if (column.type === 'percent') return percentProblem(text)?.toLowerCase()
  return undefined
}
