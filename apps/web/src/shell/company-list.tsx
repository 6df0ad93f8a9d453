import { roleNames } from '@countersign/contracts/identity'
import { type PublicVasp, userVaspGroups } from '@countersign/contracts/trust'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useDeferredValue, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { Badges } from '../company/index.ts'
import { useCompany, useSwitchCompany, useViewer } from '../session/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Popover } from '../ui/overlay/popover.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { shortenMiddle } from '../ui/value/copy-text.tsx'
import { linkClass } from '../ui/value/link.tsx'

const groupLabels = {
  loginable: 'Your companies',
  joinable: 'You can join',
  claimable: 'You can claim',
} as const

/** The companies to choose from, in three groups, with words to find one. */
export function CompanyList({ trigger, onClose }: { trigger: ReactElement; onClose: () => void }) {
  const [words, setWords] = useState('')
  const q = useDeferredValue(words.trim())
  const { data } = useOperation(
    api.vasp.userVaspList,
    { query: { per_page: 50, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
  const switchTo = useSwitchCompany()
  const navigate = useNavigate()
  const choose = (vasp: PublicVasp, group: (typeof userVaspGroups)[number]) => {
    onClose()
    if (group === 'loginable') {
      if (switchTo(vasp.did)) toasts.success(`Switched to ${vasp.name}`)
    } else
      void navigate({
        to: '/dashboard/companies',
        search: { tab: group === 'joinable' ? 'join' : 'claim' },
      })
  }
  const isEmpty = data && userVaspGroups.every((group) => data[group].length === 0)
  return (
    <Popover
      trigger={trigger}
      title="Choose a company"
      titleHidden
      open
      onOpenChange={(open) => open || onClose()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move among the buttons inside */}
      <div onKeyDown={moveAmongRows} className="-m-1 flex flex-col gap-3">
        <TextField
          label="Find a company"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Name, website or DID"
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {!data && <SkeletonLines lines={3} label="Loading your companies" />}
        {isEmpty && (
          <p className="px-2 text-sm text-muted">
            {q ? 'No matching companies.' : 'You’re not part of a company yet.'}
          </p>
        )}
        {data &&
          userVaspGroups
            .filter((group) => data[group].length > 0)
            .map((group) => (
              <section key={group} aria-label={groupLabels[group]}>
                <p aria-hidden className="px-2 pb-1 text-xs font-medium text-muted">
                  {groupLabels[group]}
                </p>
                <ul>
                  {data[group].map((vasp) => (
                    <li key={vasp.did}>
                      <Row vasp={vasp} onChoose={() => choose(vasp, group)} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        <div className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-2 pt-3 text-sm">
          <Link to="/dashboard/companies" onClick={onClose} className={linkClass}>
            All companies
          </Link>
          <Link to="/auth/get-started" onClick={onClose} className={linkClass}>
            Add a company
          </Link>
        </div>
      </div>
    </Popover>
  )
}

function Row({ vasp, onChoose }: { vasp: PublicVasp; onChoose: () => void }) {
  const active = useCompany() === vasp.did
  const viewer = useViewer()
  const roles = viewer.roles.filter(({ vaspDID }) => vaspDID === vasp.did)
  return (
    <button
      type="button"
      data-row
      aria-current={active || undefined}
      onClick={onChoose}
      className="flex w-full items-start gap-2.5 rounded-control px-2 py-1.5 text-left hover:bg-hover"
    >
      <Avatar name={vasp.name} src={vasp.logo ?? undefined} size="small" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{vasp.name}</span>
        <span className="block truncate text-xs text-muted">
          {[
            vasp.jurisdictions?.slice(0, 3).join(', '),
            roles.map(({ role }) => roleNames[role]).join(', '),
            shortenMiddle(vasp.did).slice(-9),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
          {viewer.disabledVasps.includes(vasp.did) && <Badge tone="danger">Disabled</Badge>}
          <Badges vasp={vasp} hideDeactivatedBadges />
        </span>
      </span>
      {active && <Check size={16} className="mt-0.5 shrink-0 text-accent" aria-hidden />}
    </button>
  )
}

/** Up and down go through the rows, from the search field too. */
function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = event.key === 'ArrowDown' ? at + 1 : at - 1
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus()
  event.preventDefault()
}
