import {
  type Answer,
  type AnswerValue,
  type Column,
  cellText,
  contactLabels,
  isAsked,
  type Part,
  partText,
  type Question,
  rowsOf,
} from '@countersign/contracts/trust'
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
