import type { Palette } from '@countersign/contracts/webhooks'
import { groundBeside, hexOf, mix, poleOf, type Rgb, readableOn, rgbOf } from './contrast.rules.ts'

/** The tones of badges and notices. */
const tones = ['success', 'warning', 'danger', 'info'] as const

/** The custom properties that are set, by their name without `--`. */
export type Colors = Readonly<Record<string, string>>

type Given = Partial<Record<keyof typeof Palette.shape, string | null>>

/** The first colour that can be read. */
const firstOf = (...texts: (string | null | undefined)[]): Rgb | undefined => {
  for (const text of texts) {
    const color = text ? rgbOf(text) : undefined
    if (color) return color
  }
  return undefined
}

/**
 * The colours of the portal: what an organisation has chosen, moved as far as reading needs, and the rest
 * derived from it. Text has a contrast of 4.5 on each ground, borders of controls one of 3.
 * @param own our own colour of this name
 * @returns nothing where nothing was chosen
 */
export function colorsOf(
  given: Given,
  accent: string | null | undefined,
  own: (name: string) => string,
): Colors {
  const chosen = [accent, ...Object.values(given)].some((text) => firstOf(text))
  if (!chosen) return {}
  const ours = (name: string): Rgb => firstOf(own(name)) ?? [128, 128, 128]
  const panel = firstOf(given.backgroundPrimary) ?? ours('panel')
  const beside = (color: Rgb) => groundBeside(color, panel)
  const bg = beside(firstOf(given.backgroundSecondary) ?? ours('bg'))
  const hover = beside(firstOf(given.backgroundHover) ?? ours('hover'))
  const grounds = [panel, bg, hover] as const

  /** A colour of text and the soft ground that is its own. */
  const toned = (name: string, color: Rgb): [string, Rgb][] => {
    const soft = beside(mix(panel, color, 0.12))
    return [
      [name, readableOn(color, [...grounds, soft])],
      [`${name}-soft`, soft],
    ]
  }
  const text = readableOn(firstOf(given.textPrimary) ?? ours('text'), grounds)
  const neutral = beside(mix(panel, text, 0.08))
  const muted = readableOn(firstOf(given.textSecondary) ?? ours('muted'), [...grounds, neutral])
  const wanted = firstOf(
    accent,
    given.interactiveAccent,
    given.buttonPrimary,
    given.primary,
    given.navigationAccent,
  )
  const main = toned('accent', wanted ?? ours('accent'))
  const shown = main[0]?.[1] ?? text
  const onAccent = poleOf(shown)
  // Away from what stands on it, and so away from the grounds too.
  const overAccent = mix(shown, poleOf(onAccent), 0.15)
  const all: readonly [string, Rgb][] = [
    ['panel', panel],
    ['raised', panel],
    ['bg', bg],
    ['hover', hover],
    ['text', text],
    ['muted', muted],
    ['neutral-soft', neutral],
    ['line', firstOf(given.borderPrimary) ?? mix(panel, text, 0.12)],
    ['control', readableOn(mix(panel, text, 0.4), grounds, 3)],
    ...main,
    ['on-accent', onAccent],
    ['accent-hover', overAccent],
    ...tones.flatMap((name) =>
      toned(name, (name === 'danger' ? firstOf(given.textDanger) : undefined) ?? ours(name)),
    ),
  ]
  return Object.fromEntries(all.map(([name, color]) => [name, hexOf(color)]))
}
