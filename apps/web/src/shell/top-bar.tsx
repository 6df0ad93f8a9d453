import { Link, useRouterState } from '@tanstack/react-router'
import {
  CircleQuestionMark,
  Clock,
  Cookie,
  Keyboard,
  LogOut,
  Moon,
  Search,
  Sun,
} from 'lucide-react'
import { askingAboutCookies, layer } from '../page/index.ts'
import { isSignedIn, logOut, useViewer } from '../session/index.ts'
import { setAppearance, type ThemeChoice, useAppearance, type Zone } from '../theme.ts'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { NavigationButton } from './navigation.tsx'
import { paletteKeys } from './palette-keys.ts'

/** The bar over a page: navigation on narrow screens, search, and the viewer's own menu. */
export function TopBar() {
  const viewer = useViewer()
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-panel px-4 sm:gap-3 sm:px-6"
    >
      <NavigationButton />
      <SearchButton />
      <div className="flex-1" />
      <ZoneSwitch />
      <div className="max-sm:hidden">
        <IconButton
          icon={CircleQuestionMark}
          label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          onClick={() => layer.set('help')}
        />
      </div>
      {isSignedIn(viewer) ? <ViewerMenu /> : <Visitor />}
    </header>
  )
}

function SearchButton() {
  return (
    <button
      type="button"
      onClick={() => layer.set('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      className={cx(
        'flex min-h-control items-center gap-2 rounded-control border border-control px-2.5 text-sm text-muted',
        'hover:border-text hover:text-text sm:w-56 pointer-coarse:min-h-10',
      )}
    >
      <Search size={16} aria-hidden />
      <span className="flex-1 text-left max-sm:sr-only">Search or jump to</span>
      <span className="max-sm:hidden">
        <KeyHint keys={paletteKeys} />
      </span>
    </button>
  )
}

const zones: readonly { value: Zone; label: string }[] = [
  { value: 'local', label: 'Local time' },
  { value: 'utc', label: 'UTC' },
]

/** One click between the clock here and UTC. */
function ZoneSwitch() {
  const { zone } = useAppearance()
  const utc = zone === 'utc'
  return (
    <button
      type="button"
      title={utc ? 'Show times in local time' : 'Show times in UTC'}
      onClick={() => setAppearance({ zone: utc ? 'local' : 'utc' })}
      className={cx(buttonClass('quiet'), 'min-w-20 text-muted')}
    >
      <Clock size={16} aria-hidden />
      <span className="sr-only">Times: </span>
      {utc ? 'UTC' : 'Local'}
    </button>
  )
}

function Visitor() {
  const path = useRouterState({ select: (state) => state.location.href })
  return (
    <>
      <ThemeMenu />
      <Link to="/auth" search={{ redirect: path }} className={buttonClass('primary')}>
        Sign in
      </Link>
    </>
  )
}

const themes: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** What everybody can choose: look, clock, cookies. */
function Choices() {
  const { theme, zone } = useAppearance()
  return (
    <>
      <MenuChoice
        label="Theme"
        value={theme}
        onChange={(choice) => setAppearance({ theme: choice })}
        options={themes}
      />
      <MenuChoice
        label="Times"
        value={zone}
        onChange={(choice) => setAppearance({ zone: choice })}
        options={zones}
      />
      <MenuLine />
      <MenuItem icon={Cookie} onSelect={() => askingAboutCookies.set(true)}>
        Privacy choices
      </MenuItem>
      <MenuItem icon={Keyboard} hint={<KeyHint keys="?" />} onSelect={() => layer.set('help')}>
        Keyboard shortcuts
      </MenuItem>
    </>
  )
}

function ThemeMenu() {
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme and choices" className={buttonClass('quiet')}>
          <Sun size={16} className="dark:hidden" aria-hidden />
          <Moon size={16} className="hidden dark:block" aria-hidden />
        </button>
      }
    >
      <Choices />
    </Menu>
  )
}

function ViewerMenu() {
  const viewer = useViewer()
  const field = (name: string) =>
    viewer.fields.find(({ fieldName }) => fieldName === name)?.values[0]?.value
  const email = field('email') ?? ''
  const name = field('name') ?? email
  return (
    <Menu
      trigger={
        <button type="button" className="rounded-full">
          <Avatar name={name} kind="person" />
          <span className="sr-only">Account of {name}</span>
        </button>
      }
    >
      <p className="px-2.5 pt-1.5 text-sm font-semibold">{name}</p>
      <p className="px-2.5 pb-1.5 text-xs text-muted">{email}</p>
      <MenuLine />
      <Choices />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={logOut}>
        Sign out{' '}
      </MenuItem>
    </Menu>
  )
}
