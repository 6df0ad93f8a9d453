import type { UsageEntry } from '@countersign/contracts/billing'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { pagesOf } from '../ui/table/csv.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Day } from '../ui/value/day.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { planName } from './money.ts'

const columns: Column<UsageEntry>[] = [
  {
    id: 'transfer',
    header: 'Transfer',
    cell: ({ id, kind }) =>
      kind === 'transfer' ? (
        <Link to="/transactions/$id" params={{ id }} className={rowLinkClass}>
          {id}
        </Link>
      ) : (
        'Correction'
      ),
  },
  { id: 'at', header: 'Sent', cell: ({ at }) => <Time value={at} inRow /> },
  { id: 'units', header: 'Units', align: 'end', cell: ({ units }) => units },
  {
    id: 'plan',
    header: 'Plan',
    cell: ({ plan, billable }) => `${planName(plan)}${billable ? '' : ', not charged'}`,
  },
  {
    id: 'booked',
    header: 'Billed on',
    cell: ({ booked_on: day, late }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {day === null ? 'Not counted yet' : <Day on={day} />}
        {late && <Badge tone="warning">Late</Badge>}
      </span>
    ),
  },
]
const csv = [
  { header: 'Transfer', value: ({ id }: UsageEntry) => id },
  { header: 'Kind', value: ({ kind }: UsageEntry) => kind },
  { header: 'Sent', value: ({ at }: UsageEntry) => at },
  { header: 'Units', value: ({ units }: UsageEntry) => units },
  { header: 'Plan', value: ({ plan }: UsageEntry) => plan },
  { header: 'Billed on', value: ({ booked_on: day }: UsageEntry) => day },
]

/** Every transfer that counted. */
export function UsagePage() {
  const did = useCompany()
  const reads = useCan(api.usage.transfers)
  if (!did || !reads.allowed) return <NotForYou call={api.usage.transfers} />
  return <Ledger key={did} did={did} />
}

function Ledger({ did }: { did: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, refetch, isPlaceholderData } = useOperation(api.usage.transfers, {
    vaspDID: did,
    query: cursor ? { cursor } : {},
  })
  const next = data?.next
  return (
    <>
      <PageHeader
        above={
          <Link to="/billing" className={linkClass}>
            Billing
          </Link>
        }
        title="Usage by transfer"
        description="Each outgoing Travel Rule transfer counts once, when it is first sent."
      />
      <DataList
        error={data ? null : error}
        onRetry={() => void refetch()}
        caption="Usage by transfer"
        columns={columns}
        rows={data?.data}
        keyOf={({ id }) => id}
        skeletonRows={8}
        empty={
          <EmptyState kind="nothing" title="No chargeable transfers yet">
            Saved, incoming, small and self-hosted transfers are free, and so are those within a
            company that pays for both.
          </EmptyState>
        }
        top={
          <ExportButton
            name={'usage-transfers'}
            columns={csv}
            pages={() =>
              pagesOf<UsageEntry>(async (place) => {
                const query = { per_page: '100', ...(place && { cursor: place }) }
                const page = await api.usage.transfers({ vaspDID: did, query })
                return { rows: page.data, next: page.next }
              })
            }
          />
        }
        count={`Page ${cursors.length + 1}`}
        turn={
          next || cursors.length > 0
            ? {
                pending: isPlaceholderData,
                onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
                onNext: next ? () => setCursors([...cursors, next]) : undefined,
              }
            : undefined
        }
      />
    </>
  )
}
