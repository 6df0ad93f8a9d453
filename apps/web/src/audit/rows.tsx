import type { AuditRow } from '@countersign/contracts/identity'
import { ArrowRight } from 'lucide-react'
import type { CsvColumn } from '../ui/table/csv.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { Time } from '../ui/value/time.tsx'
import { detailWords, groupOf, wordsOf } from './words.ts'

type Names = Readonly<Record<string, string>>

/** The columns of a chain on the screen. */
export const auditColumns = (names: Names): Column<AuditRow>[] => [
  {
    id: 'action',
    header: 'Action',
    cell: ({ action }) => (
      <>
        <span className="block font-medium">{wordsOf(action)}</span>
        <span className="text-xs text-muted">{groupOf(action)}</span>
      </>
    ),
  },
  { id: 'actor', header: 'Who', cell: ({ actor }) => <Named value={actor} names={names} /> },
  {
    id: 'object',
    header: 'Object',
    cell: ({ object }) => (object ? <Named value={object} names={names} /> : <None />),
  },
  { id: 'detail', header: 'Details', cell: ({ detail }) => <Detail of={detail} names={names} /> },
  { id: 'at', header: 'When', cell: ({ at }) => <Time value={at} inRow /> },
  {
    id: 'number',
    header: 'Row',
    align: 'end',
    wideOnly: true,
    cell: ({ number, requestId }) => (
      <span title={requestId ? `Request ${requestId}` : undefined}>{number}</span>
    ),
  },
]

const None = () => <span className="text-muted">–</span>

/** A person or company by name where the viewer may know it, anything else by its id. */
function Named({ value, names }: { value: string; names: Names }) {
  if (value === 'system') return <>Countersign</>
  const name = names[value]
  if (name) return <span title={value}>{name}</span>
  const client = /^client:(.+)$/.exec(value)?.[1]
  if (!client) return <CopyText value={value} label="id" />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      Client <CopyText value={client} label="client ID" />
    </span>
  )
}

function Detail({ of, names }: { of: AuditRow['detail']; names: Names }) {
  const facts = Object.entries(of).filter(([, value]) => value !== null && value !== '')
  if (facts.length === 0) return <None />
  const change = changeOf(of)
  if (change)
    return (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        {textOf(change[0], names)}
        <ArrowRight size={12} aria-label="to" role="img" className="text-muted" />
        {textOf(change[1], names)}
      </span>
    )
  return (
    <ul className="max-w-[40ch]">
      {facts.map(([key, value]) => (
        <li key={key} className="wrap-anywhere">
          <span className="text-muted">{detailWords(key)}:</span> {textOf(value, names)}
        </li>
      ))}
    </ul>
  )
}

/** Before and after, however the action calls them. */
function changeOf(detail: AuditRow['detail']): readonly [unknown, unknown] | undefined {
  const keys = Object.keys(detail)
  for (const [before, after] of [
    ['before', 'after'],
    ['from', 'to'],
  ] as const)
    if (keys.length === 2 && keys.includes(before) && keys.includes(after))
      return [detail[before], detail[after]]
  return undefined
}

function textOf(value: unknown, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => textOf(one, names)).join(', ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  const text = String(value ?? 'none')
  return names[text] ?? text
}

/** The columns of a chain in a file: everything, as it is kept. */
export const auditFile: CsvColumn<AuditRow & { name: string | undefined }>[] = [
  { header: 'Row', value: ({ number }) => number },
  { header: 'When', value: ({ at }) => new Date(at) },
  { header: 'Who', value: ({ actor }) => actor },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Object', value: ({ object }) => object },
  { header: 'Details', value: ({ detail }) => JSON.stringify(detail) },
  { header: 'Request', value: ({ requestId }) => requestId },
]
