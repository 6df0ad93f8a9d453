import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCompany, userVaspListQuery } from '../session/index.ts'
import { cx } from '../ui/cx.ts'
import { soon } from '../ui/overlay/soon.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { shortenMiddle } from '../ui/value/copy-text.tsx'

// The list is fetched when the pointer enters the button.
const load = () => import('./company-list.tsx')
const CompanyList = soon(() => load().then((parts) => ({ default: parts.CompanyList })))

/** Names the company that the viewer works for, and changes it. */
export function CompanySwitcher({ narrow = false }: { narrow?: boolean }) {
  const company = useCompany()
  const [open, setOpen] = useState(false)
  const { data, isError } = useQuery(userVaspListQuery)
  const active = data?.loginable.find((vasp) => vasp.did === company)
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setOpen(true)}
      className={cx(
        'flex w-full items-center gap-2.5 rounded-panel border border-line text-left hover:bg-hover',
        // As high with a name of one line, or none yet, as with one of two: nothing below it moves.
        narrow ? 'justify-center py-1.5' : 'min-h-18.5 p-2',
      )}
    >
      <Avatar name={active?.name ?? '?'} src={active?.logo ?? undefined} />
      <span className={narrow ? 'sr-only' : 'min-w-0 flex-1'}>
        <span className="sr-only">Company: </span>
        <span className="line-clamp-2 text-sm font-semibold">
          {active?.name ?? (company ? (isError ? 'Your company' : 'Loading') : 'No company')}
        </span>
        {company && (
          <span className="block truncate font-mono text-xs text-muted">
            {shortenMiddle(company).replace('did:', '')}
          </span>
        )}
      </span>
      {!narrow && <ChevronsUpDown size={16} className="text-muted" aria-hidden />}
    </button>
  )
  if (!open) return button
  return (
    <Suspense fallback={button}>
      <CompanyList trigger={button} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
