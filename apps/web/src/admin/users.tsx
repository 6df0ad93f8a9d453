import { type FoundUser, roleNames } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api, refresh, useOperation, usePages } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { RolesDialog } from '../team/index.ts'
import { FilterBar } from '../ui/list/filter-bar.tsx'
import { chipsOf, clear, type Filters } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText, shortenMiddle } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { AddToCompany } from './add-to-company.tsx'
import { RemoveRole } from './remove-role.tsx'

const route = getRouteApi('/signed-in/admin/users')

/** All users of all companies, for the internal admin. Each look is in the network's audit log. */
export function AdminUsers() {
  const viewer = useViewer()
  if (!viewer.isCountersignAdmin) return <NotForYou />
  return <Users />
}

function Users() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const words = useDeferredValue(search.q)
  const filters: Filters<{ q?: string | undefined }> = {
    search,
    change: (next) => navigate({ search: next, replace: true }),
    fields: [{ key: 'q', label: 'Find a user', placeholder: 'Name, email address or DID' }],
  }
  const list = usePages(
    api.auth.findUsers,
    { query: { ...(words && { q: words }) } },
    { keeps: true },
  )
  const users = list.data?.pages.flatMap((page) => page.users)
  return (
    <>
      <PageHeader
        title="Users"
        description="Everyone with an account. What you view here is recorded in the network’s audit log."
      />
      <FilterBar filters={filters} />
      {list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
      {!users && !list.error && <SkeletonPanels panels={1} label="Loading users" />}
      {users?.length === 0 && (
        <EmptyState
          kind="no-match"
          title="No matching users"
          filters={chipsOf(filters)}
          onClear={() => void clear(filters)}
        />
      )}
      <ul className="flex flex-col gap-3">
        {users?.map((user) => (
          <li key={user.did}>
            <User user={user} />
          </li>
        ))}
      </ul>
      <ShowMore pages={list} />
    </>
  )
}

function User({ user }: { user: FoundUser }) {
  const own = useViewer().did === user.did
  const queryClient = useQueryClient()
  const reload = () => void refresh(queryClient, api.auth.findUsers)
  const companies = [...Map.groupBy(user.roles, ({ vaspDID }) => vaspDID)]
  return (
    <Panel>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-3">
          <Avatar name={user.name} kind="person" />
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
              {user.name}
              {user.isCountersignAdmin && <Badge tone="ink">Internal admin</Badge>}
            </h2>
            <p className="text-sm text-muted wrap-anywhere">{user.email}</p>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <CopyText value={user.did} label="DID" />
              <span>
                seen <Time value={user.lastSeenAt} />
              </span>
            </p>
          </div>
        </div>
        {!own && <AddToCompany user={user} onDone={reload} />}
      </div>
      {companies.length === 0 && (
        <p className="mt-3 text-sm text-muted">Not part of any company.</p>
      )}
      <ul className="mt-3 divide-y divide-line empty:mt-0">
        {companies.map(([did, roles]) => (
          <li
            key={did}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <span className="min-w-0">
              <CompanyName did={did} />
              <span className="block text-sm text-muted">
                {roles.map(({ role }) => roleNames[role]).join(', ')}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <RolesDialog
                did={did}
                member={{ ...user, roles: roles.map(({ role }) => role) }}
                disabledReason={own ? 'Another admin must change your roles' : undefined}
                onDone={reload}
              />
              <RemoveRole did={did} user={user} onDone={reload} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function CompanyName({ did }: { did: string }) {
  const { data } = useOperation(api.vasp.get, { did }, { staleTime: 60_000 })
  return (
    <Link to="/network/vasps/$did" params={{ did }} className={linkClass}>
      {data?.name ?? shortenMiddle(did)}
    </Link>
  )
}
