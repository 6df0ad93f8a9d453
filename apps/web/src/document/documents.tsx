import type { LibraryDocument } from '@countersign/contracts/trust'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Download, Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { DocumentDrawer } from './drawer.tsx'
import { fetchFile, sizeOf } from './files.ts'
import { DocumentPreview } from './preview.tsx'
import { UploadZone } from './upload-zone.tsx'
import { useSaveFile } from './use-save-file.ts'
import { Expiry, typeLabel } from './words.tsx'

const route = getRouteApi('/signed-in/company/documents')

/** The company's documents: upload, expiry, who may read them and who did. */
export function Documents() {
  const did = useCompany()
  const { allowed } = useCan(api.document.list)
  if (!did || !allowed) return <NotForYou call={api.document.list} />
  return <Library key={did} did={did} />
}

function RowActions({ did, document }: { did: string; document: LibraryDocument }) {
  const [looking, setLooking] = useState(false)
  const save = useSaveFile({ owner: did, reader: did, file: document })
  return (
    <span className="flex gap-1 sm:justify-end">
      <IconButton icon={Eye} label={`Preview ${document.title}`} onClick={() => setLooking(true)} />
      <IconButton
        icon={Download}
        label={`Download ${document.title}`}
        aria-busy={save.isPending}
        onClick={() => save.isPending || save.mutate()}
      />
      {looking && (
        <DocumentPreview
          file={{ ...document, key: document.s3URL }}
          fetchFile={() => fetchFile(did, document.s3URL, did)}
          onClose={() => setLooking(false)}
        />
      )}
    </span>
  )
}

function Library({ did }: { did: string }) {
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { reason } = useCan(api.document.upload)
  const { data, error, refetch } = useOperation(api.document.list, { did })
  const shown = data?.documents.find(({ id }) => id === open)
  const soon = data?.documents.filter(({ expiresOn }) => isEnding(expiresOn)).length ?? 0
  return (
    <>
      <PageHeader
        title="Documents"
        description="Licences, policies and reports you can share with other companies. No one sees a document until you share it."
      />
      {soon > 0 && (
        <div className="mb-4">
          <Notice tone="warning">
            {soon === 1
              ? '1 document has expired or will within 30 days. Open it and upload a new version.'
              : `${soon} documents have expired or will within 30 days. Open each and upload a new version.`}
          </Notice>
        </div>
      )}
      <UploadZone did={did} reason={reason} />
      <DataList
        error={error}
        onRetry={() => void refetch()}
        caption="Documents"
        columns={[...columns, rowActions(did)]}
        rows={data?.documents}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        activeKey={open}
        skeletonRows={6}
        empty={
          <EmptyState kind="nothing" icon={FileText} title="No documents yet">
            Drop your licence above. You can then answer requests for it with one click.
          </EmptyState>
        }
      />
      {shown && (
        <DocumentDrawer
          key={shown.id}
          did={did}
          document={shown}
          onClose={() => void navigate({ search: {}, resetScroll: false })}
        />
      )}
    </>
  )
}

const isEnding = (on: string | null) => on !== null && Date.parse(on) < Date.now() + 30 * 86_400_000

const rowActions = (did: string): Column<LibraryDocument> => ({
  id: 'actions',
  header: 'Actions',
  headerHidden: true,
  cell: (document) => <RowActions did={did} document={document} />,
})

const columns: Column<LibraryDocument>[] = [
  {
    id: 'title',
    header: 'Document',
    cell: ({ id, title }) => (
      <Link
        to="/company/documents"
        search={{ open: id }}
        resetScroll={false}
        className={rowLinkClass}
      >
        {title}
      </Link>
    ),
  },
  { id: 'type', header: 'Type', cell: ({ documentType }) => typeLabel(documentType) },
  { id: 'expires', header: 'Expires', cell: ({ expiresOn }) => <Expiry on={expiresOn} /> },
  {
    id: 'shared',
    header: 'Shared with',
    cell: ({ sharedWith }) =>
      sharedWith === 0 ? (
        <span className="text-muted">No one</span>
      ) : sharedWith === 1 ? (
        '1 company'
      ) : (
        `${sharedWith} companies`
      ),
  },
  { id: 'downloads', header: 'Downloads', align: 'end', cell: ({ downloads }) => downloads },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    wideOnly: true,
    cell: ({ size }) => <span className="whitespace-nowrap">{sizeOf(size)}</span>,
  },
  {
    id: 'uploaded',
    header: 'Uploaded',
    cell: ({ uploadedAt }) => <Time value={uploadedAt} inRow />,
  },
]
