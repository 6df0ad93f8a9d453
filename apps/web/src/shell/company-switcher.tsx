import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { setActiveCompany } from '../active-company.ts'
import { configQuery, useCompany, userVaspListQuery, viewerQuery } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { shortenMiddle } from '../ui/copy-text.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'

/** What is the same for every company of the viewer. */
const lasting = new Set<unknown>(
  [viewerQuery, configQuery, userVaspListQuery].map((query) => query.queryKey[0]),
)

/** Names the company that the viewer works for, and changes it. */
export function CompanySwitcher() {
  const company = useCompany()
  const { data } = useQuery(userVaspListQuery)
  const queryClient = useQueryClient()
  const active = data?.loginable.find((vasp) => vasp.did === company)
  const choose = (did: string) => {
    setActiveCompany(did)
    // What was read for the other company must not be seen for this one.
    const ofCompany = { predicate: (query: Query) => !lasting.has(query.queryKey[0]) }
    queryClient.removeQueries({ ...ofCompany, type: 'inactive' })
    void queryClient.resetQueries(ofCompany)
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-panel border border-line p-2 text-left hover:bg-hover"
        >
          <Avatar name={active?.name ?? '?'} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">Company: </span>
            <span className="line-clamp-2 text-sm font-semibold">
              {active?.name ?? (company ? 'Loading' : 'No company')}
            </span>
            {company && (
              <span className="block truncate font-mono text-xs text-muted">
                {shortenMiddle(company).replace('did:', '')}
              </span>
            )}
          </span>
          <ChevronsUpDown size={16} className="text-muted" aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label="Your companies"
        value={company ?? ''}
        onChange={choose}
        options={data?.loginable.map((vasp) => ({ value: vasp.did, label: vasp.name })) ?? []}
      />
      <MenuLine />
      <MenuItem link={<Link to="/dashboard/companies" />}>All companies</MenuItem>
    </Menu>
  )
}
