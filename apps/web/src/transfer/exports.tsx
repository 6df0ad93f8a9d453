import { product } from '@countersign/contracts/product'
import type { ExportRequest, ExportState } from '@countersign/contracts/transactions'
import { addressOf } from '@countersign/kit/client'
import { Link } from '@tanstack/react-router'
import { api, fetchBytes, useChange, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly, useViewer } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { saveFile } from '../ui/table/csv.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { Time } from '../ui/value/time.tsx'
import { filterWord } from './filter.ts'

/** Files of the company's transfers: under way, ready, and gone. */
export function TransferExports() {
  const company = useCompany()
  const { allowed } = useCan(api.exportRequests.list)
  const readOnly = useReadOnly()
  if (!company || !allowed || readOnly) return <NotForYou call={api.exportRequests.list} />
  return <List key={company} company={company} />
}

/** How often the list is asked for again, in milliseconds. */
const polls = 2_000

const words: Readonly<Record<ExportState, readonly [BadgeTone, string]>> = {
  PENDING: ['warning', 'Second approval needed'],
  WAITING: ['neutral', 'Waiting'],
  RUNNING: ['info', 'Running'],
  READY: ['success', 'Ready'],
  FAILED: ['danger', 'Failed'],
  CANCELLED: ['neutral', 'Cancelled'],
  EXPIRED: ['neutral', 'Expired'],
}

function List({ company }: { company: string }) {
  const input = { query: { vaspDID: company } }
  const { data, error, refetch } = useOperation(api.exportRequests.list, input, { polls })
  const columns: Column<ExportRequest>[] = [
    {
      id: 'requested',
      header: 'Requested',
      cell: (row) => (
        <>
          <span className="block font-semibold">
            {row.requestedBy.name ?? 'A former colleague'}
          </span>
          <Time value={row.createdAt} inRow />
        </>
      ),
    },
    {
      id: 'what',
      header: 'Transfers',
      cell: (row) => (
        <>
          <span className="block">{filterWords(row)}</span>
          <span className="text-muted">
            {row.format === 'CSV' ? `CSV, times in ${row.zone}` : 'JSON Lines'}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={words[row.state][0]}>{words[row.state][1]}</Badge>
          {row.hasPersonalData && <Badge tone="warning">Contains names</Badge>}
        </span>
      ),
    },
    { id: 'rows', header: 'Progress', cell: (row) => <Progress row={row} /> },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expiresAt, state }) =>
        expiresAt && state === 'READY' ? <Time value={expiresAt} format="day" inRow /> : '–',
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (row) => <Actions row={row} company={company} />,
    },
  ]
  return (
    <>
      <PageHeader
        title="Exports"
        description="Files of transfers. A file is kept for seven days."
        above={<Link to="/transactions">Transfers</Link>}
      />
      <DataList
        error={data ? null : error}
        onRetry={() => void refetch()}
        caption="Exports"
        columns={columns}
        rows={data?.exports}
        keyOf={({ id }) => id}
        skeletonRows={4}
        empty={
          <EmptyState
            kind="nothing"
            title="No exports yet"
            action={
              <Link
                to="/transactions"
                search={{ view: 'all' }}
                className={buttonClass('secondary')}
              >
                Go to transfers
              </Link>
            }
          >
            Filter the list of transfers, then choose Export.
          </EmptyState>
        }
      />
    </>
  )
}

function Progress({ row: { state, done, total } }: { row: ExportRequest }) {
  const count = numberText(done)
  if (state !== 'RUNNING' && state !== 'WAITING') return state === 'READY' ? count : '–'
  if (total === null) return 'Counting'
  const of = `${count} of ${numberText(total)}`
  return (
    <span className="flex min-w-32 flex-col gap-1">
      <span className="tabular-nums">{of}</span>
      <Meter label="Progress" value={done} max={Math.max(total, 1)} />
    </span>
  )
}

function Actions({ row, company }: { row: ExportRequest; company: string }) {
  const viewer = useViewer()
  const { allowed: mayCreate } = useCan(api.exportRequests.create)
  const { id, state, format, zone, filter } = row
  const at = { exportId: id, query: { vaspDID: company } }
  const invalidates = [api.exportRequests.list]
  const save = useChange(() => fetchBytes(addressOf(product.exportRequests.download, at)), {
    onSuccess: (file) =>
      saveFile(file, `transfers-${row.asOf.slice(0, 10)}.${format.toLowerCase()}`),
  })
  const cancel = useChange(() => api.exportRequests.cancel(at), {
    invalidates,
    says: 'Export cancelled',
  })
  const agree = useChange(() => api.exportRequests.agree(at), {
    invalidates,
    says: 'Export approved',
  })
  const again = useChange(
    () =>
      api.exportRequests.create({
        body: { vaspDID: company, format, zone, ...(filter && { filter }) },
      }),
    { invalidates, says: 'Export started' },
  )
  if (state === 'READY')
    return (
      <span className="flex flex-wrap justify-end gap-2">
        {!row.hasPersonalData && mayCreate && (
          <Button variant="quiet" pending={again.isPending} onClick={() => again.mutate()}>
            Run again
          </Button>
        )}
        <Button
          pending={save.isPending}
          disabledReason={
            row.hasPersonalData && row.requestedBy.did !== viewer.did
              ? 'Only the person who requested personal data can download it'
              : undefined
          }
          onClick={() => save.mutate()}
        >
          Download
        </Button>
      </span>
    )
  if (state === 'PENDING' && mayCreate)
    return (
      <span className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
        <Button
          pending={agree.isPending}
          disabledReason={
            row.requestedBy.did === viewer.did ? 'A colleague must approve this' : undefined
          }
          onClick={() => agree.mutate()}
        >
          Approve
        </Button>
      </span>
    )
  if ((state === 'WAITING' || state === 'RUNNING') && mayCreate)
    return (
      <span className="flex justify-end">
        <Button variant="quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </span>
    )
  return null
}

const filterNames: Readonly<Record<string, string>> = {
  start: 'from',
  end: 'until',
  transactionType: 'type',
  transactionAsset: 'asset',
  vasps: 'with',
  jurisdictions: 'counterparty in',
  reason: 'reason:',
  minValue: 'at least',
  maxValue: 'at most',
  wallet: 'address',
  transactionRef: 'reference',
}

/** What a filter leaves, in a few words. */
function filterWords({ filter, state, kind }: ExportRequest): string {
  if (kind === 'person') return 'Data of a person'
  if (!filter) return state === 'EXPIRED' ? 'File deleted' : 'Nothing kept'
  const said = Object.entries(filter).flatMap(([name, value]) => {
    // What holds without being chosen.
    if (name === 'zone' || name === 'dateField') return []
    if (name === 'txGroup') return 'inbox'
    const words = [value]
      .flat()
      .map((one) => filterWord(name, one))
      .join(', ')
    if (name === 'txDirection' || name === 'status') return words
    if (name === 'q') return `matching “${words}”`
    return `${filterNames[name] ?? name} ${words}`
  })
  const words = said.join('; ') || 'all transfers'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
