import type { Duplicates } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { VerificationBadge } from '../verification/index.ts'

const words: Readonly<Record<Duplicates['by'], string>> = {
  lei: 'Same LEI',
  name: 'Same name',
  domain: 'Same domain',
}

/** Companies that may be one, each with the way to where they are merged. */
export function DuplicateList() {
  const { data, error, refetch } = useOperation(api.curation.duplicates, {})
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      {!data && (
        <div className="p-5">
          <SkeletonLines lines={2} label="Loading duplicates" />
        </div>
      )}
      {data?.groups.length === 0 && (
        <EmptyState kind="nothing" icon={CircleCheck} title="No duplicates">
          Companies that share an LEI, a name or a domain appear here.
        </EmptyState>
      )}
      {data && data.groups.length > 0 && (
        <ul aria-label="Duplicates">
          {data.groups.map(({ by, value, companies }) => (
            <li
              key={`${by} ${value}`}
              className="border-t border-line px-5 py-3 text-sm first:border-t-0"
            >
              <p className="text-muted wrap-anywhere">
                {words[by]}: {value}
              </p>
              <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
                {companies.map(({ vasp }) => (
                  <li key={vasp.did} className="flex min-w-0 items-center gap-2">
                    <Link
                      to="/admin/companies/$did"
                      params={{ did: vasp.did }}
                      className={linkClass}
                    >
                      {vasp.name}
                    </Link>
                    <VerificationBadge status={vasp.verificationStatus} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
