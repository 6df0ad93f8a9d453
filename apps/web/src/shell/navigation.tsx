import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isSignedIn, useViewer } from '../session.ts'
import { cx } from '../ui/cx.ts'
import { Drawer } from '../ui/drawer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CompanySwitcher } from './company-switcher.tsx'
import { placeGroups } from './places.ts'
import { usePlaces } from './use-places.ts'

/** The rail at the left; on narrow screens a drawer behind a button in the top bar. */
export function Navigation() {
  return (
    <nav
      aria-label="Main"
      data-print="hide"
      className="sticky top-0 hidden h-dvh w-59 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-panel p-2.5 md:flex"
    >
      <Places />
    </nav>
  )
}

/** The button that opens the navigation where there is no room for the rail. */
export function NavigationButton() {
  const [open, setOpen] = useState(false)
  return (
    <div className="md:hidden">
      <IconButton icon={MenuIcon} label="Open navigation" onClick={() => setOpen(true)} />
      <Drawer open={open} onOpenChange={setOpen} title="Navigation" side="left">
        <nav aria-label="Main" className="flex flex-col gap-4">
          <Places onGo={() => setOpen(false)} />
        </nav>
      </Drawer>
    </div>
  )
}

function Places({ onGo }: { onGo?: () => void }): ReactNode {
  const signedIn = isSignedIn(useViewer())
  const places = usePlaces()
  const groups = placeGroups
    .map((group) => ({ group, inGroup: places.filter((place) => place.group === group) }))
    .filter(({ inGroup }) => inGroup.length > 0)
  return (
    <>
      {signedIn ? <CompanySwitcher /> : <Brand />}
      {groups.map(({ group, inGroup }) => (
        <div key={group}>
          {group && <p className="px-2.5 pb-1 text-xs font-medium text-muted">{group}</p>}
          <ul>
            {inGroup.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={onGo}
                  className="flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 text-muted hover:bg-hover hover:text-text"
                  activeProps={{ className: cx('bg-accent-soft font-medium text-accent!') }}
                >
                  <Icon size={16} aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

const Brand = () => (
  <Link to="/network/search" className="px-2.5 py-2 text-base font-[650] tracking-tight">
    Countersign
  </Link>
)
