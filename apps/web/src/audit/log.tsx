import type { AuditRow } from '@countersign/contracts/identity'
import { keepPreviousData } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import { filtered } from '../ui/list/filter-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { pagesOf } from '../ui/table/csv.ts'
import { ExportButton } from '../ui/table/export-button.tsx'
import { useTimeZone } from '../ui/value/time-zone.ts'
import { CheckButton, CheckResult, useAuditCheck } from './check.tsx'
import { auditFilters } from './filters.ts'
import { auditColumns, auditFile } from './rows.tsx'
import type { AuditSearch } from './search.ts'
import { startOfDay } from './words.ts'

/** Props of {@link AuditLog}. */
export interface AuditLogProps {
  /** A company's DID, or `network`. */
  chain: string
  title: string
  description: string
  search: AuditSearch
  /** Changes the address. */
  go: (search: AuditSearch, replace: boolean) => void
  /** What stands before the filters: the choice of a chain. */
  children?: ReactNode
}

/** What was done, newest first, with filters, check and export. */
export function AuditLog({ chain, title, description, search, go, children }: AuditLogProps) {
  const timeZone = useTimeZone()
  const check = useAuditCheck(chain)
  const filter = {
    ...(search.actor && { actor: search.actor }),
    ...(search.action && { action: search.action }),
    ...(search.object && { object: search.object }),
    ...(search.from && { from: startOfDay(search.from, timeZone) }),
    ...(search.to && { to: startOfDay(search.to, timeZone, 1) }),
  }
  const query = { ...filter, ...(search.cursor && { cursor: search.cursor }) }
  const { data, error, isPlaceholderData, refetch } = useOperation(
    api.auditLog.list,
    { did: chain, query },
    { placeholderData: keepPreviousData },
  )
  const change = (changes: Partial<AuditSearch>) =>
    go({ ...search, cursor: undefined, ...changes }, true)
  const turn = (cursor: string | null | undefined) =>
    cursor ? () => go({ ...search, cursor }, false) : undefined
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <CheckButton check={check} />
            {chain.startsWith('did:') && (
              <PdfButton company={chain} of={{ kind: 'audit', ...daysOf(search) }}>
                Download PDF
              </PdfButton>
            )}
          </>
        }
      />
      {children}
      <CheckResult check={check} />
      <DataList
        filters={filtered({ search, change, fields: auditFilters })}
        error={error}
        onRetry={() => void refetch()}
        caption="Activity"
        columns={auditColumns(data?.names ?? {})}
        rows={data?.entries}
        keyOf={({ number }) => String(number)}
        copyOf={({ requestId, number }) => requestId ?? String(number)}
        skeletonRows={10}
        noMatch="No matching activity"
        empty={
          <EmptyState kind="nothing" icon={History} title="No activity yet">
            Every change and every view of personal data is recorded here.
          </EmptyState>
        }
        top={
          <ExportButton
            name={'activity'}
            columns={auditFile}
            pages={(signal) => rowsOf(chain, filter, signal)}
          />
        }
        count={data ? `Rows ${data.entries.at(-1)?.number} to ${data.entries[0]?.number}` : ''}
        turn={
          data && {
            pending: isPlaceholderData,
            onPrevious: turn(data.pagination.previous),
            onNext: turn(data.pagination.next),
          }
        }
      />
    </>
  )
}

const dayMs = 86_400_000

/** The days of an extract: those of the filter, else the last 30. */
function daysOf({ from, to }: AuditSearch): { from: string; to: string } {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const last = to ?? day(Date.now())
  return { from: from ?? day(Date.parse(last) - 29 * dayMs), to: last }
}

type Filter = Parameters<typeof api.auditLog.list>[0]['query']

/** Every row that the filter lets through, with the names that go with it. */
const rowsOf = (did: string, filter: Filter, signal: AbortSignal) =>
  pagesOf<AuditRow & { name: string | undefined }>(async (cursor) => {
    const query = { ...filter, per_page: 200, ...(cursor && { cursor }) }
    const { entries, names, pagination } = await api.auditLog.list({ did, query }, { signal })
    const rows = entries.map((row) => ({ ...row, name: names[row.actor] }))
    return { rows, next: pagination.next }
  })
