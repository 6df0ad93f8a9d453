import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { Annexes } from './annex-list.tsx'
import { DdqRead } from './read.tsx'
import { VersionStatus } from './version-status.tsx'

interface Props {
  did: string
  version: number
  /** The company that reads, when it is another's questionnaire. */
  requester?: string
}

/** One submitted version, whole. */
export function VersionRead({ did, version, requester }: Props) {
  const { data, error, refetch } = useOperation(
    api.questionnaire.version,
    {
      did,
      version: String(version),
      ...(requester && { query: { requestingVASPdid: requester } }),
    },
    // Versions never change.
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} label="Loading version" />
  const { declaration } = data
  return (
    <section aria-label={`Version ${version}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <span className="font-medium text-text">Version {version}</span>
        <VersionStatus {...data} />
        <span>
          signed by {declaration.name}, {declaration.role}, <Time value={data.submittedAt} />
        </span>
      </div>
      <DdqRead answers={data.answers} />
      {!requester && <Annexes annexes={declaration.annexes} />}
    </section>
  )
}
