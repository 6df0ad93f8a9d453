import { type AdministeredVasp, verificationStatuses } from '@countersign/contracts/trust'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api, useOperation } from '../api/index.ts'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { numberText } from '../ui/language.ts'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { VerificationBadge, verificationWord } from '../verification/index.ts'
import type { AdminSearch } from './search.ts'

const route = getRouteApi('/signed-in/admin/companies')

const columns: Column<AdministeredVasp>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: ({ vasp }) => (
      <Link to="/admin/companies/$did" params={{ did: vasp.did }} className={rowLinkClass}>
        {vasp.name}
      </Link>
    ),
  },
  { id: 'did', header: 'DID', cell: ({ vasp }) => <CopyText value={vasp.did} label="DID" /> },
  {
    id: 'verification',
    header: 'Verification',
    cell: ({ vasp }) => <VerificationBadge status={vasp.verificationStatus} />,
  },
  {
    id: 'regulatory',
    header: 'Regulatory status',
    cell: ({ vasp }) => vasp.regulatoryStatus ?? '–',
    wideOnly: true,
  },
  {
    id: 'admin',
    header: 'Admin',
    cell: ({ vasp }) => (vasp.hasAdmin ? 'Yes' : 'None'),
    wideOnly: true,
  },
  {
    id: 'enabled',
    header: 'Status',
    cell: ({ enabled }) =>
      enabled ? <Badge tone="success">Enabled</Badge> : <Badge tone="danger">Disabled</Badge>,
  },
]

const fields: Filter<AdminSearch>[] = [
  { key: 'q', label: 'Search companies', placeholder: 'Name, website, LEI or DID' },
  {
    key: 'status',
    label: 'Verification',
    any: 'Any verification',
    options: verificationStatuses.map((value) => ({ value, label: verificationWord(value) })),
  },
  {
    key: 'enabled',
    label: 'Status',
    any: 'Any status',
    options: [
      { value: 'true', label: 'Enabled' },
      { value: 'false', label: 'Disabled' },
    ],
  },
]

/** Every company, for the network’s operator. */
export function AdminCompanies() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <List />
}

function List() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const words = useDeferredValue(search.q)
  const query = {
    ...(words && { q: words }),
    ...(search.status && { verificationStatus: search.status }),
    ...(search.enabled && { enabled: search.enabled }),
    ...(search.cursor && { cursor: search.cursor }),
  }
  const { data, error, isPlaceholderData, refetch } = useOperation(
    api.administration.list,
    { query },
    { placeholderData: keepPreviousData },
  )
  const change = (changes: Partial<AdminSearch>) =>
    navigate({
      search: (before) => ({ ...before, cursor: undefined, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const next = data?.next
  return (
    <>
      <PageHeader
        title="All companies"
        description="Every company, with details only the network sees."
        above={
          <Link to="/admin" className={linkClass}>
            Queue
          </Link>
        }
      />
      <DataList
        filters={filtered({ search, change, fields })}
        error={error}
        onRetry={() => void refetch()}
        caption="All companies"
        columns={columns}
        rows={data?.companies}
        keyOf={({ vasp }) => vasp.did}
        copyOf={({ vasp }) => vasp.did}
        skeletonRows={12}
        noMatch="No matching companies"
        empty={<EmptyState kind="nothing" title="No companies yet" />}
        count={data ? (data.total === 1 ? '1 company' : `${numberText(data.total)} companies`) : ''}
        turn={{
          pending: isPlaceholderData,
          onPrevious: search.cursor ? () => history.back() : undefined,
          onNext: next
            ? () => navigate({ search: (before) => ({ ...before, cursor: next }) })
            : undefined,
        }}
      />
    </>
  )
}
