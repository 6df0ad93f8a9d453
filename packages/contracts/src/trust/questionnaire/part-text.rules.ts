import { countryName } from '../country-name.ts'
import type { AnswerValue } from './answer.ts'
import type { Column, Part } from './form.ts'
import { contactLabels } from './part.rules.ts'

const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** A cell of a table’s row as people read it. */
export function cellText(column: Column, text: string): string {
  if (text === '') return '–'
  if (column.type === 'country') return countryName(text)
  if (column.type === 'select') return labelIn(column.options ?? [], text)
  return column.type === 'percent' ? `${text}%` : text
}

/** A part's value in one text: for reading, and for telling two versions apart. */
export function partText(part: Part, value: AnswerValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') {
    if (part.type === 'yn') return value === 'yes' ? 'Yes' : 'No'
    if (part.type === 'select') return labelIn(part.options, value)
    if (part.type === 'country') return countryName(value)
    if (part.type === 'percent') return `${value}%`
    return part.unit ? `${value} ${part.unit}` : value
  }
  if (!Array.isArray(value)) {
    if (part.type === 'money') return `${value.amount ?? ''} ${value.currency ?? ''}`.trim()
    if (part.type === 'file') return value.title ?? ''
    if (part.type === 'contact')
      return part.asks.map((field) => `${contactLabels[field]}: ${value[field] ?? '–'}`).join('\n')
    return ''
  }
  if (part.type === 'table')
    return rowsOf(value)
      .map((row) =>
        part.columns.map((column) => cellText(column, row[column.name] ?? '')).join(' · '),
      )
      .join('\n')
  const texts = value.flatMap((one) => (typeof one === 'string' ? [one] : []))
  if (part.type === 'multi') return texts.map((one) => labelIn(part.options, one)).join(', ')
  if (part.type === 'countries') return texts.map(countryName).join(', ')
  return texts.join('\n')
}

/** The rows of a table's value; none when it is of another kind. */
export function rowsOf(value: AnswerValue | undefined): Readonly<Record<string, string>>[] {
  const rows: Readonly<Record<string, string>>[] = []
  if (Array.isArray(value)) for (const one of value) if (typeof one !== 'string') rows.push(one)
  return rows
}
