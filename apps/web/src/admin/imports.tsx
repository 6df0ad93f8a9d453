import type { CompanyImport } from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { api, useChange, usePages } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { OneImport } from './import-detail.tsx'
import { sendImport } from './import-files.ts'
import { ImportBadge } from './import-words.tsx'

const route = getRouteApi('/signed-in/admin/imports')

const columns: Column<CompanyImport>[] = [
  {
    id: 'file',
    header: 'File',
    cell: ({ id, fileName, format }) => (
      <>
        <Link to="/admin/imports" search={{ open: id }} className={rowLinkClass}>
          {fileName}
        </Link>
        <span className="block text-xs text-muted">{format === 'csv' ? 'CSV' : 'GLEIF'}</span>
      </>
    ),
  },
  { id: 'state', header: 'Status', cell: ({ state }) => <ImportBadge state={state} /> },
  { id: 'lines', header: 'Lines', align: 'end', cell: ({ counts }) => numberText(counts.total) },
  {
    id: 'imported',
    header: 'Imported',
    align: 'end',
    cell: ({ counts }) => numberText(counts.imported),
  },
  {
    id: 'rejected',
    header: 'Rejected',
    align: 'end',
    cell: ({ counts }) => numberText(counts.rejected),
    wideOnly: true,
  },
  { id: 'when', header: 'Uploaded', cell: ({ createdAt }) => <Time value={createdAt} inRow /> },
]

/** Files of companies that the network brings in: upload, look, confirm, undo. */
export function AdminImports() {
  const { isCountersignAdmin } = useViewer()
  const { open } = route.useSearch()
  if (!isCountersignAdmin) return <NotForYou />
  return open ? <OneImport key={open} importId={open} /> : <Imports />
}

function Imports() {
  const navigate = route.useNavigate()
  const pages = usePages(api.companyImport.list, { query: {} })
  const send = useChange(sendImport, {
    showsFailure: true,
    invalidates: [api.companyImport.list],
    onSuccess: ({ id }) => navigate({ search: { open: id } }),
  })
  return (
    <>
      <PageHeader
        title="Imports"
        description="Add companies from a file. You see what it would create before anything is created."
      />
      <div className="flex flex-col gap-4">
        <Failure error={send.error} title="Not uploaded" />
        <FileDrop
          label="File of companies"
          hint="CSV with our field names, or GLEIF records as CSV or JSON. Up to 10,000 companies and 32 MB."
          accept={['.csv', '.json']}
          disabledReason={send.isPending ? 'The file is being checked' : undefined}
          onFiles={([file]) => file && send.mutate(file)}
        >
          {send.isPending && (
            <p role="status" className="border-t border-line px-4 py-3 text-sm">
              Checking the file
            </p>
          )}
        </FileDrop>
        <DataList
          error={pages.error}
          onRetry={() => void pages.refetch()}
          pages={pages}
          caption="Imports"
          columns={columns}
          rows={pages.data?.pages.flatMap(({ imports }) => imports)}
          keyOf={({ id }) => id}
          copyOf={({ id }) => id}
          skeletonRows={4}
          empty={
            <EmptyState kind="nothing" icon={FileUp} title="No imports yet">
              Files you upload appear here with what became of each line.
            </EmptyState>
          }
        />
      </div>
    </>
  )
}
