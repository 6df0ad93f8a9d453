import {
  type Answer,
  type AnswerValue,
  type Column,
  contactLabels,
  isAsked,
  type Part,
  type Question,
} from '@countersign/contracts/trust'
import { countryName } from '../jurisdiction/index.ts'
import { DescriptionList } from '../ui/value/description-list.tsx'

/** An answer as people read it, part by part. */
export function AnswerView({
  question,
  answer,
}: {
  question: Question
  answer: Answer | undefined
}) {
  const given = question.parts.filter(
    (part) => isAsked(part, answer ?? {}) && answer?.[part.name] !== undefined,
  )
  if (!answer || given.length === 0) return <p className="text-sm text-muted">Not answered</p>
  return (
    <div className="flex flex-col gap-2">
      {given.map((part) => (
        <div key={part.name} className="min-w-0 text-sm">
          {question.parts.length > 1 && <p className="text-xs text-muted">{part.label}</p>}
          <Value part={part} value={answer[part.name] ?? ''} />
        </div>
      ))}
    </div>
  )
}

function Value({ part, value }: { part: Part; value: AnswerValue }) {
  if (part.type === 'table' && Array.isArray(value))
    return <Rows columns={part.columns} rows={rowsOf(value)} />
  if (part.type === 'contact' && typeof value === 'object' && !Array.isArray(value))
    return (
      <DescriptionList
        facts={part.asks.map((field) => ({ term: contactLabels[field], value: value[field] }))}
      />
    )
  return <p className="wrap-anywhere whitespace-pre-line">{partText(part, value)}</p>
}

function Rows({
  columns,
  rows,
}: {
  columns: readonly Column[]
  rows: readonly Readonly<Record<string, string>>[]
}) {
  return (
    <table className="w-full text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className="border-b border-line py-1 pr-4 text-left text-xs font-medium text-muted"
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
          <tr key={at} className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-1.5">
            {columns.map((column) => (
              <td
                key={column.name}
                className="py-1.5 pr-4 align-top wrap-anywhere max-sm:block max-sm:py-0.5 sm:border-b sm:border-line"
              >
                <span aria-hidden className="text-xs text-muted sm:hidden">
                  {column.label}:{' '}
                </span>
                {cellText(column, row[column.name] ?? '')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

function cellText(column: Column, text: string): string {
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
