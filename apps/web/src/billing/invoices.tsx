import type { Invoice } from '@countersign/contracts/billing'
import { api, useChange, useOperation } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { PdfButton } from '../report/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Section } from '../ui/page/section.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'
import { moneyWords } from './money.ts'
import { invoiceWord } from './words.ts'

const amount = (minor: number | null, currency: string | null) =>
  minor === null || currency === null ? '–' : moneyWords(minor, currency)

const columnsOf = (did: string): Column<Invoice>[] => [
  { id: 'date', header: 'Date', cell: ({ date }) => <Time value={date} format="day" inRow /> },
  { id: 'number', header: 'Number', cell: ({ number }) => number ?? '–' },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'paid' ? 'success' : 'neutral'}>{invoiceWord(status)}</Badge>
    ),
  },
  {
    id: 'due',
    header: 'Due',
    cell: ({ due_date: due }) => <Time value={due} format="day" inRow />,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total_minor: total, currency }) => amount(total, currency),
  },
  {
    id: 'open',
    header: 'Amount due',
    align: 'end',
    cell: ({ amount_due_minor: due, currency }) => amount(due, currency),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (invoice) => (
      <span className="flex flex-wrap gap-2">
        <Open did={did} invoice={invoice} />
        <PdfButton company={did} of={{ kind: 'invoice', invoice: invoice.id }}>
          PDF
        </PdfButton>
      </span>
    ),
  },
]

/** What the company was billed, newest first. */
export function Invoices({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.invoice.list, { vaspDID: did })
  return (
    <Section title="Invoices">
      <DataList
        error={data ? null : error}
        onRetry={() => void refetch()}
        caption="Invoices"
        columns={columnsOf(did)}
        rows={data?.data}
        keyOf={({ id }) => id}
        skeletonRows={2}
        empty={
          <EmptyState kind="nothing" title="No invoices yet">
            They appear here once the first period has been billed.
          </EmptyState>
        }
      />
    </Section>
  )
}

/** Opens an invoice at the provider by a fresh link. */
function Open({ did, invoice: { id, status } }: { did: string; invoice: Invoice }) {
  const open = useChange(() => api.invoice.link({ vaspDID: did, invoiceId: id }), {
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <Button pending={open.isPending} onClick={() => open.mutate()}>
      {status === 'paid' ? 'Open' : 'Pay invoice'}
    </Button>
  )
}
