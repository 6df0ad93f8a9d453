import { isProfileField, presentationOf } from '@countersign/contracts/trust'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { useCompany } from '../session/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { FieldValue } from './field-value.tsx'

/** The last changes of a company's profile, newest first. */
export function ProfileHistoryPanel({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.vasp.profile, { did })
  const own = useCompany()
  const issuer = (of: string) => (of === did ? (own === did ? 'your company' : 'the company') : of)
  const changes = data?.fields
    .flatMap(({ fieldName, values }) =>
      isProfileField(fieldName) ? values.map((value) => ({ field: fieldName, ...value })) : [],
    )
    .sort((a, b) => b.issuanceDate.localeCompare(a.issuanceDate))
    .slice(0, 12)
  return (
    <Panel title="History" description="All stated values, newest first.">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!changes && !error && <SkeletonLines lines={4} label="Loading history" />}
      <ol className="flex flex-col gap-3">
        {changes?.map((change) => (
          <li key={`${change.field} ${change.issuanceDate}`} className="text-sm">
            <p>
              <span className="font-medium">{presentationOf(change.field).label}</span>{' '}
              <span className="text-muted">
                · {issuer(change.issuer)} · <Time value={change.issuanceDate} />
              </span>
            </p>
            <p className="line-clamp-3 wrap-anywhere">
              <FieldValue name={change.field} value={change.value} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
