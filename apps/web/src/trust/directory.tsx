import { badgeFilters, type PublicVasp, regulatoryStatuses } from '@countersign/contracts/trust'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { api } from '../api.ts'
import { isSignedIn, useViewer } from '../session.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Badge } from '../ui/badge.tsx'
import { ComboboxField } from '../ui/combobox-field.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { rowLinkClass } from '../ui/link.tsx'
import { announce } from '../ui/live-region.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Badges } from './badges.tsx'
import { countryCodes, countryName } from './countries.ts'
import type { DirectorySearch } from './directory-search.ts'

const route = getRouteApi('/network/search')

const badgeLabels: Record<(typeof badgeFilters)[number], string> = {
  super_vasp: 'Super VASP',
  verified: 'Verified',
  in_network: 'In-Network',
  claimed: 'Claimed',
}

/** Everybody in the network: search, filters in the address, and a page of companies. */
export function Directory() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const signedIn = isSignedIn(useViewer())
  const words = useDeferredValue(search.q)
  const query = {
    ...(words && { q: words }),
    ...(search.country && { jurisdictions: search.country }),
    ...(search.badge && { badge: search.badge }),
    ...(search.status && { regulatoryStatus: search.status }),
    ...(search.cursor && { cursor: search.cursor }),
    listingType: 'all' as const,
  }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [signedIn ? 'vasp.list' : 'public.listVasps', query],
    queryFn: ({ signal }) =>
      signedIn ? api.vasp.list({ query }, { signal }) : api.public.listVasps({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const change = (changes: Partial<DirectorySearch>) =>
    navigate({
      search: (before) => ({ ...before, cursor: undefined, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const total = data?.pagination.total
  useEffect(() => {
    if (total !== undefined && !isPlaceholderData) announce(counted(total))
  }, [total, isPlaceholderData])
  const turn = (cursor: string | null | undefined) =>
    cursor ? () => navigate({ search: (before) => ({ ...before, cursor }) }) : undefined

  return (
    <>
      <PageHeader
        title="Directory"
        description="Companies that send and receive Travel Rule data, and what the network knows of them."
      />
      <Filters search={search} change={change} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Companies"
          columns={columns}
          rows={data?.vasps}
          keyOf={(vasp) => vasp.did}
          copyOf={(vasp) => vasp.did}
          skeletonRows={12}
          empty={
            <EmptyState
              kind="no-match"
              title="No company matches"
              filters={chipsOf(search, change)}
              onClear={() => change(noFilters)}
            />
          }
        />
      )}
      {data && data.vasps.length > 0 && (
        <Pagination
          pending={isPlaceholderData}
          onPrevious={turn(data.pagination.previous)}
          onNext={turn(data.pagination.next)}
        >
          {counted(data.pagination.total)}
        </Pagination>
      )}
      {!signedIn && (
        <Notice tone="info">Sign in to see contacts, protocols and who asserted what.</Notice>
      )}
    </>
  )
}

const counted = (total: number) => (total === 1 ? '1 company' : `${total} companies`)

const noFilters = { q: undefined, country: undefined, badge: undefined, status: undefined }

type Change = (changes: Partial<DirectorySearch>) => void

function Filters({ search, change }: { search: DirectorySearch; change: Change }) {
  const [words, setWords] = useState(search.q ?? '')
  // The address may change by itself: Back, or a filter that was taken away.
  useEffect(() => setWords(search.q ?? ''), [search.q])
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(16rem,1fr)_12rem_11rem_13rem]">
      <TextField
        label="Search companies"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Name, website, LEI or DID"
        maxLength={200}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          change({ q: event.target.value.trim() || undefined })
        }}
      />
      <ComboboxField
        label="Country"
        labelHidden
        placeholder="Any country"
        options={[
          { value: '', label: 'Any country' },
          ...countryCodes.map((code) => ({ value: code, label: countryName(code), detail: code })),
        ]}
        value={search.country ?? ''}
        onChange={(country) => change({ country: country || undefined })}
      />
      <SelectField
        label="Badge"
        labelHidden
        options={[
          { value: '', label: 'Any badge' },
          ...badgeFilters.map((badge) => ({ value: badge, label: badgeLabels[badge] })),
        ]}
        value={search.badge ?? ''}
        onChange={(event) =>
          change({ badge: badgeFilters.find((badge) => badge === event.target.value) })
        }
      />
      <SelectField
        label="Regulatory status"
        labelHidden
        options={[
          { value: '', label: 'Any regulatory status' },
          ...regulatoryStatuses.map((status) => ({ value: status, label: status })),
        ]}
        value={search.status ?? ''}
        onChange={(event) =>
          change({ status: regulatoryStatuses.find((status) => status === event.target.value) })
        }
      />
    </search>
  )
}

function chipsOf(search: DirectorySearch, change: Change) {
  const chips = [
    [search.q && `“${search.q}”`, 'q'],
    [search.country && countryName(search.country), 'country'],
    [search.badge && badgeLabels[search.badge], 'badge'],
    [search.status, 'status'],
  ] as const
  return chips.flatMap(([label, key]) =>
    label ? [{ label, onRemove: () => change({ [key]: undefined }) }] : [],
  )
}

const columns: Column<PublicVasp>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: (vasp) => (
      <Link to="/network/vasps/$did" params={{ did: vasp.did }} className={rowLinkClass}>
        {vasp.name}
      </Link>
    ),
  },
  { id: 'did', header: 'DID', cell: (vasp) => <CopyText value={vasp.did} label="DID" /> },
  {
    id: 'jurisdictions',
    header: 'Jurisdictions',
    cell: (vasp) => vasp.jurisdictions?.map(countryName).join(', ') ?? '–',
  },
  {
    id: 'status',
    header: 'Regulation',
    cell: (vasp) => <RegulatoryStatus status={vasp.regulatoryStatus} />,
  },
  { id: 'badges', header: 'Badges', cell: (vasp) => <Badges vasp={vasp} hideDeactivatedBadges /> },
]

/** What the regulator says, as a pill. */
export function RegulatoryStatus({ status }: { status: PublicVasp['regulatoryStatus'] }) {
  if (!status) return <span className="text-muted">Unknown</span>
  const tone =
    status === 'Regulated' || status === 'Exempt'
      ? 'success'
      : status === 'Pending'
        ? 'warning'
        : 'danger'
  return <Badge tone={tone}>{status}</Badge>
}
