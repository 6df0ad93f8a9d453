import { useSyncExternalStore } from 'react'

/** What the viewer chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** Row and control heights: 44 / 32 px or 32 / 28 px. */
export type Density = 'comfortable' | 'compact'

/** Whose clock times are shown by. */
export type Zone = 'local' | 'utc'

/** How the page is drawn and handled, as chosen by the viewer and kept in this browser. */
export interface Appearance {
  theme: ThemeChoice
  density: Density
  zone: Zone
  /** Shortcuts of a single key: some speech and switch devices press them by accident. */
  shortcuts: 'on' | 'off'
}

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark']
/** The densities there are. */
export const densities = ['comfortable', 'compact'] as const satisfies readonly Density[]
const zones: readonly Zone[] = ['local', 'utc']
const switched = ['on', 'off'] as const
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** A cookie, because local storage holds only what the specification lists. */
function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  const value = new RegExp(`(?:^|; )${key}=(\\w+)`).exec(document.cookie)?.[1]
  return allowed.find((choice) => choice === value) ?? otherwise
}

function read(): Appearance {
  return {
    theme: stored('theme', themes, 'system'),
    density: stored('density', densities, 'comfortable'),
    zone: stored('zone', zones, 'local'),
    shortcuts: stored('shortcuts', switched, 'on'),
  }
}

/** Whether this browser knows what its user chose. */
export const hasAppearance = (): boolean => /(?:^|; )density=/.test(document.cookie)

let current = read()

function apply(next: Appearance): void {
  // Looking at the cookies again is no news: an equal choice must draw nothing.
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next
  const dark = next.theme === 'dark' || (next.theme === 'system' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = next.density
  for (const listener of listeners) listener()
}

systemDark.addEventListener('change', () => apply(current))
// Cookies have no change event, so a tab checks them when the user returns to it.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') apply(read())
})

/** Changes the look at once, in this browser. */
export function setAppearance(change: Partial<Appearance>): void {
  apply({ ...current, ...change })
  for (const [key, value] of Object.entries(current)) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API yet
    document.cookie = `${key}=${value}; path=/; max-age=31536000; samesite=lax`
  }
}

/** The look as chosen, kept up to date. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
