import {
  changedFacts,
  type JurisdictionChange,
  type JurisdictionFacts,
} from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { api, operationQuery } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { factLabels, factText } from './words.tsx'

/** Props of {@link JurisdictionHistory}. */
export interface JurisdictionHistoryProps {
  id: string
  /** Puts what was stated before a change into the form, to be looked at and saved. */
  onPropose: (facts: JurisdictionFacts) => void
}

/** The changes of a jurisdiction, as the server keeps them. */
const jurisdictionHistory = (jurisdictionId: string) =>
  operationQuery(api.jurisdiction.history, { jurisdictionId })

/** Who changed what is stated of a jurisdiction, newest first. */
export function JurisdictionHistory({ id, onPropose }: JurisdictionHistoryProps) {
  const { data, error, refetch } = useQuery(jurisdictionHistory(id))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} label="Loading history" />
  if (data.changes.length === 0)
    return (
      <EmptyState kind="nothing" icon={History} title="No changes yet">
        This entry came with the product. Changes are recorded here with their author.
      </EmptyState>
    )
  return (
    <ol aria-label="Changes" className="flex flex-col gap-5">
      {data.changes.map((change) => (
        <Change key={change.version} change={change} onPropose={onPropose} />
      ))}
    </ol>
  )
}

function Change({
  change: { version, by, byName, at, before, after },
  onPropose,
}: {
  change: JurisdictionChange
  onPropose: JurisdictionHistoryProps['onPropose']
}) {
  return (
    <li className="border-l-2 border-line pl-3 text-sm">
      <p>
        <span className="font-medium">{byName ?? by}</span>
        <span className="text-muted">
          {' '}
          {before ? 'made' : 'added it as'} version {version} · <Time value={at} />
        </span>
      </p>
      {before && (
        <>
          <dl className="mt-1.5 flex flex-col gap-1.5">
            {changedFacts(before, after).map((name) => (
              <div key={name} className="wrap-anywhere">
                <dt className="text-xs text-muted">{factLabels[name]}</dt>
                <dd>
                  <del className="text-danger">{factText(name, before)}</del>{' '}
                  <span aria-hidden>→</span>{' '}
                  <ins className="text-success no-underline">{factText(name, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
          <Button className="mt-2" onClick={() => onPropose(before)}>
            Restore previous version<span className="sr-only">, version {version - 1}</span>
          </Button>
        </>
      )}
    </li>
  )
}
