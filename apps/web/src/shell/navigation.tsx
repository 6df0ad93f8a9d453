import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isSignedIn, useViewer } from '../session/index.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { useMedia } from '../ui/page/use-media.ts'
import { CompanySwitcher } from './company-switcher.tsx'
import { type Place, placeGroups, places } from './places.ts'
import { usePlaces } from './use-places.ts'

/** The rail at the left; on narrow screens a drawer behind a button in the top bar. */
export function Navigation() {
  const narrow = useMedia('(max-width: 1099.98px)')
  return (
    <nav
      aria-label="Main"
      data-print="hide"
      className={cx(
        'sticky top-0 hidden h-[calc(100dvh-var(--bottom-inset))] shrink-0 flex-col gap-4 overflow-y-auto',
        'border-r border-line bg-panel md:flex',
        narrow ? 'w-14 p-1.5' : 'w-59 p-2.5',
      )}
    >
      <Places narrow={narrow} />
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

function Places({ onGo, narrow = false }: { onGo?: () => void; narrow?: boolean }): ReactNode {
  const signedIn = isSignedIn(useViewer())
  const here = usePlaces()
  const groups = placeGroups
    .map((group) => ({ group, inGroup: here.filter((place) => place.group === group) }))
    .filter(({ inGroup }) => inGroup.length > 0)
  return (
    <>
      {signedIn ? <CompanySwitcher narrow={narrow} /> : <Brand narrow={narrow} />}
      {groups.map(({ group, inGroup }) => (
        <div key={group} className={cx(narrow && 'border-t border-line pt-2 first:border-0')}>
          {group && (
            <p className={narrow ? 'sr-only' : 'px-2.5 pb-1 text-xs font-medium text-muted'}>
              {group}
            </p>
          )}
          <ul>
            {inGroup.map((place) => (
              <li key={place.to}>
                {narrow ? (
                  <Tooltip text={place.label} side="right">
                    <PlaceLink place={place} narrow onGo={onGo} />
                  </Tooltip>
                ) : (
                  <PlaceLink place={place} onGo={onGo} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

type PlaceLinkProps = { place: Place; onGo?: (() => void) | undefined; narrow?: boolean }

function PlaceLink({ place: { to, label, icon: Icon }, onGo, narrow }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      onClick={onGo}
      className={cx(
        'flex min-h-8 items-center gap-2.5 rounded-control py-1 text-muted hover:bg-hover hover:text-text',
        narrow ? 'justify-center' : 'px-2.5',
      )}
      activeOptions={{ exact: hasPlacesBelow(to) }}
      activeProps={{ className: 'bg-accent-soft font-medium text-accent!' }}
    >
      <Icon size={narrow ? 18 : 16} aria-hidden />
      <span className={cx(narrow && 'sr-only')}>{label}</span>
    </Link>
  )
}

/** A place with places below it is not meant when one of those is open. */
const hasPlacesBelow = (to: string): boolean =>
  places.some((place) => place.to.startsWith(`${to}/`))

const Brand = ({ narrow }: { narrow: boolean }) => (
  <Link
    to="/network/search"
    aria-label="Countersign"
    className={cx(
      'py-2 text-base font-[650] tracking-tight',
      narrow ? 'text-center text-xl' : 'px-2.5',
    )}
  >
    {narrow ? 'C' : 'Countersign'}
  </Link>
)
