import type { QueuedEvidence } from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, useOperation } from '../api/index.ts'
import { typeLabel } from '../document/index.ts'
import { DataList } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { EvidenceDrawer } from './drawer.tsx'
import { EvidenceBadge } from './words.tsx'

const route = getRouteApi('/signed-in/admin')

const keyOf = ({ documentId, version }: QueuedEvidence) => `${documentId}.${version}`

const columns: Column<QueuedEvidence>[] = [
  {
    id: 'title',
    header: 'Document',
    cell: (row) => (
      <>
        <Link
          to="."
          search={(before) => ({ ...before, open: keyOf(row) })}
          resetScroll={false}
          className={rowLinkClass}
        >
          {row.title}
        </Link>
        <span className="block text-xs text-muted">{typeLabel(row.documentType)}</span>
      </>
    ),
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ did, vaspName }) => (
      <Link to="/admin/companies/$did" params={{ did }} className={`${linkClass} relative`}>
        {vaspName}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, byName }) => (
      <>
        <EvidenceBadge status={status} />
        {status === 'IN_REVIEW' && byName && (
          <span className="ml-2 text-xs text-muted">{byName}</span>
        )}
      </>
    ),
  },
  { id: 'since', header: 'Waiting since', cell: ({ shownAt }) => <Time value={shownAt} inRow /> },
]

/** Documents that companies showed the network, for it to take and decide on. */
export function EvidenceQueue() {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useOperation(api.evidence.queue, {}, { polls: 60_000 })
  const shown = data?.documents.find((row) => keyOf(row) === open)
  return (
    <>
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Documents awaiting review"
        columns={columns}
        rows={data?.documents}
        keyOf={keyOf}
        copyOf={({ documentId }) => documentId}
        activeKey={open}
        skeletonRows={3}
        empty={
          <EmptyState kind="nothing" icon={CircleCheck} title="The queue is empty">
            Documents companies share for verification appear here.
          </EmptyState>
        }
      />
      {data && data.total > data.documents.length && (
        <p className="mt-2 text-sm text-muted">
          The first {data.documents.length} of {data.total}.
        </p>
      )}
      {shown && (
        <EvidenceDrawer
          did={shown.did}
          company={shown.vaspName}
          evidence={shown}
          onClose={() =>
            void navigate({
              search: (before) => ({ ...before, open: undefined }),
              resetScroll: false,
            })
          }
        />
      )}
    </>
  )
}
