import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { typeLabel } from '../document/index.ts'
import { LoadError } from '../page/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { EvidenceDrawer } from './drawer.tsx'
import { EvidenceBadge, evidenceQuery } from './words.tsx'

/** Props of {@link EvidencePanel}. */
interface EvidencePanelProps {
  did: string
  company: string
}

/** What one company showed the network, with the network's decisions. */
export function EvidencePanel({ did, company }: EvidencePanelProps) {
  const [open, setOpen] = useState<string>()
  const { data, error, refetch } = useQuery(evidenceQuery(did))
  const shown = data?.documents.find((one) => `${one.documentId}.${one.version}` === open)
  return (
    <Panel title="Evidence" description="Documents the company shared for verification.">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={3} label="Loading evidence" />}
      {data?.documents.length === 0 && (
        <p className="text-sm text-muted">No documents shared yet.</p>
      )}
      {data && data.documents.length > 0 && (
        <ul aria-label="Evidence" className="-my-2 divide-y divide-line text-sm">
          {data.documents.map((one) => (
            <li
              key={`${one.documentId}.${one.version}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0">
                <button
                  type="button"
                  className={`${linkClass} min-h-6 text-left`}
                  onClick={() => setOpen(`${one.documentId}.${one.version}`)}
                >
                  {one.title}
                </button>
                <span className="block text-xs text-muted">
                  {typeLabel(one.documentType)} · version {one.version} ·{' '}
                  <Time value={one.shownAt} inRow />
                </span>
              </span>
              <EvidenceBadge status={one.status} />
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <EvidenceDrawer
          did={did}
          company={company}
          evidence={shown}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}
