import type { Ddq, DdqVersion } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Section } from '../ui/page/section.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { DiffList } from './diff.tsx'
import { VersionRead } from './version-read.tsx'
import { VersionStatus } from './version-status.tsx'

interface Props {
  ddq: Ddq
  from: number | undefined
  to: number | undefined
  /** The version that is open. */
  version: number | undefined
  onCompare: (versions: { from: number; to: number }) => void
}

/** What was submitted so far, and what differs between two of them. */
export function DdqVersions({ ddq, from, to, version: opened, onCompare }: Props) {
  const { versions } = ddq
  const later = to ?? versions[0]?.version ?? 0
  const earlier = from ?? versions.find(({ version }) => version < later)?.version
  const choices = versions.map(({ version }) => ({
    value: String(version),
    label: `Version ${version}`,
  }))
  return (
    <>
      <DataTable
        caption="Versions"
        columns={columns}
        rows={versions}
        keyOf={({ version }) => String(version)}
        activeKey={opened === undefined ? undefined : String(opened)}
        empty={
          <EmptyState kind="nothing" title="Nothing submitted yet">
            Versions appear here when you submit the questionnaire.
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <div className="mt-7">
          <VersionRead did={ddq.vaspDID} version={opened} />
        </div>
      )}
      {opened === undefined && earlier !== undefined && (
        <Section title="Compare" description="See what was added, changed and removed.">
          <div className="mb-4 flex flex-wrap gap-3">
            <SelectField
              label="From"
              className="w-40"
              options={choices}
              value={String(earlier)}
              onChange={(event) => onCompare({ from: Number(event.target.value), to: later })}
            />
            <SelectField
              label="To"
              className="w-40"
              options={choices}
              value={String(later)}
              onChange={(event) => onCompare({ from: earlier, to: Number(event.target.value) })}
            />
          </div>
          <Comparison did={ddq.vaspDID} from={earlier} to={later} />
        </Section>
      )}
    </>
  )
}

interface ComparisonProps {
  did: string
  from: number
  to: number
  /** The company that reads, when it is another's questionnaire. */
  requester?: string
}

/** The difference of two versions, fetched. */
export function Comparison({ did, from, to, requester }: ComparisonProps) {
  const query = { from, to, ...(requester && { requestingVASPdid: requester }) }
  const { data, error, refetch } = useOperation(
    api.questionnaire.compare,
    { did, query },
    {
      enabled: from !== to,
      // Versions never change.
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
  if (from === to) return <p className="text-muted">Choose two different versions.</p>
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines label="Comparing" />
  return <DiffList diff={data} />
}

const columns: Column<DdqVersion>[] = [
  {
    id: 'version',
    header: 'Version',
    cell: ({ version }) => (
      <Link
        to="/due-diligence/questionnaire"
        search={{ view: 'versions', version }}
        resetScroll={false}
        className={rowLinkClass}
      >
        Version {version}
      </Link>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <VersionStatus {...row} /> },
  {
    id: 'submitted',
    header: 'Submitted',
    cell: ({ submittedAt }) => <Time value={submittedAt} inRow />,
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => <Time value={expiresAt} format="day" />,
  },
  {
    id: 'signer',
    header: 'Signed by',
    cell: ({ declaration }) => `${declaration.name}, ${declaration.role}`,
  },
]
