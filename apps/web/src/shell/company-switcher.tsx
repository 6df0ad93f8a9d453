import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useCompany, userVaspListQuery } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { shortenMiddle } from '../ui/copy-text.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'
import { useSwitchCompany } from './switch-company.ts'

/** Names the company that the viewer works for, and changes it. */
export function CompanySwitcher({ narrow = false }: { narrow?: boolean }) {
  const company = useCompany()
  const { data } = useQuery(userVaspListQuery)
  const active = data?.loginable.find((vasp) => vasp.did === company)
  const choose = useSwitchCompany()
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={cx(
            'flex w-full items-center gap-2.5 rounded-panel border border-line text-left hover:bg-hover',
            narrow ? 'justify-center py-1.5' : 'p-2',
          )}
        >
          <Avatar name={active?.name ?? '?'} />
          <span className={narrow ? 'sr-only' : 'min-w-0 flex-1'}>
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
          {!narrow && <ChevronsUpDown size={16} className="text-muted" aria-hidden />}
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
