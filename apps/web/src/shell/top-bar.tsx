import { Link, useRouterState } from '@tanstack/react-router'
import { LogOut, Moon, Sun } from 'lucide-react'
import { logOut } from '../log-out.ts'
import { isSignedIn, useViewer } from '../session.ts'
import { setAppearance, type ThemeChoice, useAppearance } from '../theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'
import { NavigationButton } from './navigation.tsx'

/** The bar over a page: navigation on narrow screens, and the viewer's own menu. */
export function TopBar() {
  const viewer = useViewer()
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-13 items-center gap-3 border-b border-line bg-panel px-4 sm:px-6"
    >
      <NavigationButton />
      <div className="flex-1" />
      {isSignedIn(viewer) ? <ViewerMenu /> : <Visitor />}
    </header>
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
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThemeChoices() {
  const { theme } = useAppearance()
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      onChange={(choice) => setAppearance({ theme: choice })}
      options={themes}
    />
  )
}

function ThemeMenu() {
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme" className={buttonClass('quiet')}>
          <Sun size={16} className="dark:hidden" aria-hidden />
          <Moon size={16} className="hidden dark:block" aria-hidden />
        </button>
      }
    >
      <ThemeChoices />
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
      <ThemeChoices />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={logOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
