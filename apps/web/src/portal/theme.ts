import type { EnvironmentSettingsOut } from '@countersign/contracts/webhooks'
import { useSyncExternalStore } from 'react'
import { colorsOf } from './colors.rules.ts'

const root = document.documentElement
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const fontForm = /^[a-zA-Z0-9\-_ ]+$/
const radii = { none: '0', sm: '4px', md: '8px', lg: '12px', full: '9999px' } as const

/** What was set last, to be taken back when the look changes. */
const applied = new Set<string>()

function set(name: string, value: string): void {
  root.style.setProperty(name, value)
  applied.add(name)
}

/**
 * Dresses the page: our own look, then the organisation’s settings, then what the address says, then
 * contrast. Values are set as properties and never as style text.
 * @param dark as the page around the frame wants it; else the address, else the system
 */
export function applyTheme(settings: EnvironmentSettingsOut | undefined, dark?: boolean): void {
  const asked = new URLSearchParams(location.search)
  const says = (name: string) => asked.get(name)?.replace(/^(?=[0-9a-f]{3,8}$)/i, '#')
  const mode = asked.get('darkMode')
  const isDark = dark ?? (mode === 'true' || (mode !== 'false' && systemDark.matches))
  for (const name of applied) root.style.removeProperty(name)
  applied.clear()
  root.dataset.theme = isDark ? 'dark' : 'light'
  const palette = isDark ? settings?.colorPaletteDark : settings?.colorPaletteLight
  const accent =
    says(isDark ? 'primaryColorDark' : 'primaryColorLight') ??
    says('primaryColor') ??
    (palette?.interactiveAccent ? null : settings?.customColor)
  const own = getComputedStyle(root)
  const colors = colorsOf(palette ?? {}, accent, (name) => own.getPropertyValue(`--${name}`))
  for (const [name, value] of Object.entries(colors)) set(`--${name}`, value)
  const font = asked.get('fontFamily') ?? settings?.customFontFamily
  if (font && fontForm.test(font))
    set('--font-sans', `"${font}", ${own.getPropertyValue('--font-sans')}`)
  const { borderRadius, fontSize } = settings?.customThemeOverride ?? {}
  if (borderRadius?.button) set('--control-radius', radii[borderRadius.button])
  if (borderRadius?.card && borderRadius.card !== 'full')
    set('--panel-radius', radii[borderRadius.card])
  if (fontSize?.base) set('font-size', `${Math.min(20, Math.max(12, fontSize.base))}px`)
}

/** Whether the system is dark, kept up to date. */
export const useSystemDark = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      systemDark.addEventListener('change', listener)
      return () => systemDark.removeEventListener('change', listener)
    },
    () => systemDark.matches,
  )
