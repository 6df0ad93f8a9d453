import { type AdministeredVasp, verificationStatuses } from '@countersign/contracts/trust'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
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

/** Every company, for the network's operator. */
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
  const chips = [
    ...(search.q ? [{ label: `“${search.q}”`, onRemove: () => change({ q: undefined }) }] : []),
    ...(search.status
      ? [
          {
            label: verificationWord(search.status),
            onRemove: () => change({ status: undefined }),
          },
        ]
      : []),
    ...(search.enabled
      ? [
          {
            label: search.enabled === 'true' ? 'Enabled' : 'Disabled',
            onRemove: () => change({ enabled: undefined }),
          },
        ]
      : []),
  ]
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
      <Filters search={search} change={change} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="All companies"
          columns={columns}
          rows={data?.companies}
          keyOf={({ vasp }) => vasp.did}
          copyOf={({ vasp }) => vasp.did}
          skeletonRows={12}
          empty={
            <EmptyState
              kind="no-match"
              title="No matching companies"
              filters={chips}
              onClear={() => change({ q: undefined, status: undefined, enabled: undefined })}
            />
          }
        />
      )}
      {data && data.companies.length > 0 && (
        <Pagination
          pending={isPlaceholderData}
          onPrevious={search.cursor ? () => history.back() : undefined}
          onNext={
            next ? () => navigate({ search: (before) => ({ ...before, cursor: next }) }) : undefined
          }
        >
          {data.total === 1 ? '1 company' : `${data.total} companies`}
        </Pagination>
      )}
    </>
  )
}

type FiltersProps = {
  search: AdminSearch
  change: (changes: Partial<AdminSearch>) => void
}

function Filters({ search, change }: FiltersProps) {
  const [text, setText] = useState(search.q ?? '')
  useEffect(() => setText(search.q ?? ''), [search.q])
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
      <TextField
        label="Search companies"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Name, website, LEI or DID"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          change({ q: event.target.value.trim() || undefined })
        }}
      />
      <SelectField
        label="Verification"
        labelHidden
        options={[
          { value: '', label: 'Any verification' },
          ...verificationStatuses.map((value) => ({ value, label: verificationWord(value) })),
        ]}
        value={search.status ?? ''}
        onChange={({ target }) =>
          change({ status: verificationStatuses.find((status) => status === target.value) })
        }
      />
      <SelectField
        label="Status"
        labelHidden
        options={[
          { value: '', label: 'Any status' },
          { value: 'true', label: 'Enabled' },
          { value: 'false', label: 'Disabled' },
        ]}
        value={search.enabled ?? ''}
        onChange={({ target }) =>
          change({
            enabled: (['true', 'false'] as const).find((value) => value === target.value),
          })
        }
      />
    </search>
  )
}
