import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { typeLabel } from '../document/index.ts'
import { LoadError } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { EvidenceBadge, evidenceQuery } from './words.tsx'

/** What the own company showed the network, what became of it, and a way to show more. */
export function OwnEvidence({ did }: { did: string }) {
  const [showing, setShowing] = useState(false)
  const { allowed } = useCan(api.evidence.show)
  const { data, error, refetch } = useQuery({ ...evidenceQuery(did), enabled: allowed })
  if (!allowed) return null
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} label="Loading documents" />
  return (
    <section aria-labelledby="own-evidence" className="border-t border-line pt-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="own-evidence" className="font-medium">
          Shared with the network
        </h3>
        <Button data-print="hide" onClick={() => setShowing(true)}>
          Share documents{' '}
        </Button>
      </div>
      {data.documents.length === 0 ? (
        <p className="mt-1 text-muted">
          Nothing yet. The network can open only what you share with it.
        </p>
      ) : (
        <ul aria-label="Evidence" className="mt-1 divide-y divide-line">
          {data.documents.map(({ documentId, version, title, documentType, status, reason }) => (
            <li key={`${documentId}.${version}`} className="py-2">
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  {title}
                  <span className="block text-xs text-muted">
                    {typeLabel(documentType)} · version {version}
                  </span>
                </span>
                <EvidenceBadge status={status} />
              </span>
              {reason && <p className="mt-1 text-danger wrap-anywhere">{reason}</p>}
            </li>
          ))}
        </ul>
      )}
      {showing && <Show did={did} onClose={() => setShowing(false)} />}
    </section>
  )
}

function Show({ did, onClose }: { did: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<string[]>([])
  const client = useQueryClient()
  const { data, error } = useOperation(api.document.list, { did })
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Share documents with the network"
      description="It can open only the versions you select. Your download log shows who did."
      submit="Share"
      disabledReason={chosen.length === 0 ? 'Select a document first' : undefined}
      onSubmit={async () => {
        const shown = await api.evidence.show({ did, body: { documentIds: chosen } })
        client.setQueryData(evidenceQuery(did).queryKey, shown)
        toasts.success('Shared with the network')
      }}
    >
      <Failure error={error} />
      {data?.documents.length === 0 ? (
        <p className="text-sm">
          You have no documents yet.{' '}
          <Link to="/company/documents" className={linkClass}>
            Upload one
          </Link>
        </p>
      ) : (
        <CheckGroup
          label="Documents"
          options={
            data?.documents.slice(0, 100).map(({ id, title, version }) => ({
              value: id,
              label: `${title}, version ${version}`,
            })) ?? []
          }
          values={chosen}
          onChange={(next) => setChosen(next.slice(0, 20))}
        />
      )}
    </FormDialog>
  )
}
