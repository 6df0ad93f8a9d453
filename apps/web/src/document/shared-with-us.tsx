import type { SharedDocument } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, operationQuery } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { fetchFile } from './files.ts'
import { DocumentPreview } from './preview.tsx'
import { useSaveFile } from './use-save-file.ts'
import { Expiry, typeLabel } from './words.tsx'

/** What other companies let us read now; of one company where `owner` names it. */
export const sharedQuery = (did: string, owner?: string) =>
  operationQuery(api.document.listShared, { did, ...(owner && { query: { ownerDid: owner } }) })

/** Documents of others that we may read, and until when. */
export function SharedWithUs({ did }: { did: string }) {
  const { data, error, refetch } = useQuery(sharedQuery(did))
  const columns: Column<SharedDocument>[] = [
    { id: 'title', header: 'Document', cell: ({ title }) => title },
    {
      id: 'company',
      header: 'Company',
      cell: ({ ownerDid, ownerName }) => (
        <Link to="/network/vasps/$did" params={{ did: ownerDid }} className={linkClass}>
          {ownerName}
        </Link>
      ),
    },
    { id: 'type', header: 'Type', cell: ({ documentType }) => typeLabel(documentType) },
    {
      id: 'expires',
      header: 'Expires',
      wideOnly: true,
      cell: ({ expiresOn }) => <Expiry on={expiresOn} />,
    },
    {
      id: 'until',
      header: 'Access until',
      cell: ({ accessUntil }) => <Time value={accessUntil} format="day" inRow />,
    },
    {
      id: 'actions',
      header: 'Read',
      headerHidden: true,
      cell: (row) => <ReadButtons did={did} document={row} />,
    },
  ]
  return (
    <DataList
      error={error}
      onRetry={() => void refetch()}
      caption="Shared with us"
      columns={columns}
      rows={data?.documents}
      keyOf={({ s3URL }) => s3URL}
      skeletonRows={4}
      empty={
        <EmptyState kind="nothing" title="Nothing is shared with you">
          Request documents on a company’s page. Approved documents appear here until access ends.
        </EmptyState>
      }
    />
  )
}

/** Looks at a shared document, or saves it, with the reader’s name on PDFs or as it is. The owner sees each. */
export function ReadButtons({ did, document }: { did: string; document: SharedDocument }) {
  const [looking, setLooking] = useState(false)
  const reading = { owner: document.ownerDid, reader: did, file: document }
  const save = useSaveFile(reading)
  const saveOriginal = useSaveFile({ ...reading, original: true })
  const name = <span className="sr-only"> {document.title}</span>
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => setLooking(true)}>Preview{name}</Button>
      <Button pending={save.isPending} onClick={() => save.mutate()}>
        Download{name}
      </Button>
      {document.mediaType === 'application/pdf' && (
        <Button pending={saveOriginal.isPending} onClick={() => saveOriginal.mutate()}>
          Original<span className="sr-only"> of {document.title}, without your name</span>
        </Button>
      )}
      {looking && (
        <DocumentPreview
          file={{ ...document, key: document.s3URL }}
          fetchFile={() => fetchFile(document.ownerDid, document.s3URL, did)}
          onClose={() => setLooking(false)}
        />
      )}
    </span>
  )
}
