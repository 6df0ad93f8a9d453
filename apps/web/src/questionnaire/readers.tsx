import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { DataList } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

type Read = Awaited<ReturnType<typeof api.questionnaire.readers>>['reads'][number]

/** Which companies read the questionnaire. */
export function DdqReaders({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.questionnaire.readers, { did })
  return (
    <DataList
      error={error}
      onRetry={() => void refetch()}
      caption="Readings"
      columns={columns}
      rows={data?.reads}
      keyOf={(read) => `${read.requestingVASPdid} ${read.reader} ${read.at} ${read.version}`}
      skeletonRows={4}
      empty={
        <EmptyState kind="nothing" title="No one has read it yet">
          Shows each time another company reads it: who, which version and when.
        </EmptyState>
      }
    />
  )
}

/** A company's name, with its DID until it is known. */
export function CompanyName({ did }: { did: string }) {
  const { data } = useOperation(
    api.vasp.get,
    { did },
    { staleTime: 60_000, enabled: did !== 'network' },
  )
  if (did === 'network') return <>Network operator</>
  return <>{data?.name ?? did}</>
}

const columns: Column<Read>[] = [
  {
    id: 'company',
    header: 'Company',
    cell: ({ requestingVASPdid: did }) =>
      did === 'network' ? (
        <CompanyName did={did} />
      ) : (
        <Link to="/network/vasps/$did" params={{ did }} className={rowLinkClass}>
          <CompanyName did={did} />
        </Link>
      ),
  },
  { id: 'version', header: 'Version', cell: ({ version }) => version, align: 'end' },
  { id: 'reader', header: 'Person', cell: ({ reader }) => <CopyText value={reader} label="DID" /> },
  { id: 'at', header: 'Read', cell: ({ at }) => <Time value={at} inRow /> },
]
