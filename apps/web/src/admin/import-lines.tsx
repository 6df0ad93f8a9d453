import { type CompanyImport, type ImportLine, importLineStates } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, usePages } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { duplicateWords, ImportLineBadge, lineStateWord } from './import-words.tsx'

/** Props of {@link ImportLines}. */
interface ImportLinesProps {
  of: CompanyImport
  /** Duplicates that are to be imported all the same, by line. */
  also: ReadonlySet<number>
  onAlso: (line: number) => void
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The lines of an import with what became of each, and why. */
export function ImportLines({ of: { id, state, counts }, also, onAlso }: ImportLinesProps) {
  const [only, setOnly] = useState<ImportLine['state'] | ''>('')
  const pages = usePages(
    api.companyImport.lines,
    { importId: id, query: { ...(only && { state: only }), per_page: 50 } },
    { keeps: true, ...((state === 'running' || state === 'undoing') && { polls: 2_000 }) },
  )
  const columns: Column<ImportLine>[] = [
    { id: 'line', header: 'Line', cell: ({ line }) => `Line ${line}`, className: 'w-24' },
    { id: 'company', header: 'Company', cell: (row) => <Company row={row} /> },
    { id: 'state', header: 'Status', cell: (row) => <ImportLineBadge state={row.state} /> },
    { id: 'why', header: 'Details', cell: (row) => <Why row={row} /> },
    ...(state === 'preview' && counts.duplicate > 0
      ? [
          {
            id: 'also',
            header: 'Import anyway',
            cell: (row: ImportLine) => <Also row={row} also={also} onAlso={onAlso} />,
          },
        ]
      : []),
  ]
  const found = importLineStates.filter((one) => counts[one] > 0)
  if (pages.error) return <LoadError error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <div>
      {found.length > 1 && (
        <div className="mb-3">
          <ChoiceField
            label="Show"
            labelHidden
            options={[
              { value: '', label: `All ${numberText(counts.total)}` },
              ...found.map((one) => ({
                value: one,
                label: `${lineStateWord(one)} ${numberText(counts[one])}`,
              })),
            ]}
            value={only}
            onChange={(value) => setOnly(importLineStates.find((one) => one === value) ?? '')}
          />
        </div>
      )}
      <DataTable
        caption="Lines"
        columns={columns}
        rows={pages.data?.pages.flatMap(({ lines }) => lines)}
        keyOf={({ line }) => String(line)}
        skeletonRows={6}
        empty={<EmptyState kind="nothing" title="No lines" />}
      />
      <ShowMore pages={pages} />
    </div>
  )
}

function Company({ row: { did, fields } }: { row: ImportLine }) {
  const name = text(fields.name) ?? text(fields.legalName)
  const more = [text(fields.lei), text(fields.website)].filter((one) => one !== undefined)
  if (name === undefined) return <span className="text-muted">–</span>
  return (
    <>
      {did ? (
        <Link to="/admin/companies/$did" params={{ did }} className={linkClass}>
          {name}
        </Link>
      ) : (
        <span className="font-medium">{name}</span>
      )}
      {more.length > 0 && (
        <span className="block text-xs text-muted wrap-anywhere">{more.join(' · ')}</span>
      )}
    </>
  )
}

function Why({ row: { duplicates, problems } }: { row: ImportLine }) {
  if (duplicates.length + problems.length === 0) return <span className="text-muted">–</span>
  return (
    <ul className="text-sm">
      {problems.map(({ field, reason }) => (
        <li key={`${field} ${reason}`} className="wrap-anywhere">
          {field ? `${field}: ${reason}` : reason}
        </li>
      ))}
      {duplicates.map(({ by, did, name, line }) => (
        <li key={`${by} ${did ?? line}`} className="wrap-anywhere">
          {duplicateWords[by]}:{' '}
          {did ? (
            <Link to="/admin/companies/$did" params={{ did }} className={linkClass}>
              {name ?? did}
            </Link>
          ) : (
            `line ${line}`
          )}
        </li>
      ))}
    </ul>
  )
}

function Also({ row, also, onAlso }: { row: ImportLine } & Omit<ImportLinesProps, 'of'>) {
  if (row.state !== 'duplicate') return null
  // An LEI belongs to one company: no look can make it two.
  if (row.duplicates.some(({ by }) => by === 'lei'))
    return <span className="text-sm text-muted">Not possible</span>
  return (
    <Checkbox
      label={`Import line ${row.line}`}
      labelHidden
      checked={also.has(row.line)}
      onChange={() => onAlso(row.line)}
    />
  )
}
