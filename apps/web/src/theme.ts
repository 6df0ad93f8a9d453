import { useSyncExternalStore } from 'react'

/** What the viewer chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** Row and control heights: 44 / 32 px or 32 / 28 px. */
export type Density = 'comfortable' | 'compact'

/** How the page is drawn, as chosen by the viewer and kept in this browser. */
export interface Appearance {
  theme: ThemeChoice
  density: Density
}

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark']
const densities: readonly Density[] = ['comfortable', 'compact']
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Storage may be forbidden (private windows, strict settings); the page still has to draw. */
function stored<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  try {
    const value = localStorage.getItem(key)
    return allowed.find((choice) => choice === value) ?? otherwise
  } catch {
    return otherwise
  }
}

function read(): Appearance {
  return {
    theme: stored('theme', themes, 'system'),
    density: stored('density', densities, 'comfortable'),
  }
}

let current = read()

function apply(next: Appearance): void {
  current = next
  const dark = next.theme === 'dark' || (next.theme === 'system' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = next.density
  for (const listener of listeners) listener()
}

systemDark.addEventListener('change', () => apply(current))
addEventListener('storage', (event) => {
  // `null` means the whole storage was cleared.
  if (event.key === 'theme' || event.key === 'density' || event.key === null) apply(read())
})

/** Changes the look at once, in this browser and its other tabs. */
export function setAppearance(change: Partial<Appearance>): void {
  apply({ ...current, ...change })
  try {
    localStorage.setItem('theme', current.theme)
    localStorage.setItem('density', current.density)
  } catch {
    // Kept for this page only: see `stored`.
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
