import { expect, test } from 'vitest'
import { colorsOf } from './colors.rules.ts'
import { contrast, type Rgb, rgbOf } from './contrast.rules.ts'

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
const own = (name: string) =>
  ({ panel: '#ffffff', bg: '#f7f8fa', hover: '#f1f3f6', text: '#151a23', muted: '#5a6474' })[
    name
  ] ??
  { accent: '#2f4fd0', success: '#0b6b3f', warning: '#8a4b00', danger: '#a81e27' }[name] ??
  '#0b5a8a'

/** What stands on what, and how far it must stand out. */
const pairs: readonly [string, string, number][] = [
  ...['text', 'muted', 'accent', 'accent-hover', 'success', 'warning', 'danger', 'info'].flatMap(
    (ink) => ['panel', 'bg', 'hover'].map((ground): [string, string, number] => [ink, ground, 4.5]),
  ),
  ...['accent', 'success', 'warning', 'danger', 'info'].map((tone): [string, string, number] => [
    ...([tone, `${tone}-soft`] as const),
    4.5,
  ]),
  ['muted', 'neutral-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['control', 'panel', 3],
  ['control', 'bg', 3],
]

test('[WP-02] whatever colours an organisation chooses, everything can be read', () => {
  const next = numbers(7)
  const color = () =>
    next() < 0.3
      ? null
      : `#${Math.floor(next() * 0x1000000)
          .toString(16)
          .padStart(6, '0')}`
  for (let round = 0; round < 2_000; round++) {
    const palette = {
      ...{ backgroundPrimary: color(), backgroundSecondary: color(), backgroundHover: color() },
      ...{ textPrimary: color(), textSecondary: color(), textDanger: color() },
      ...{ interactiveAccent: color(), borderPrimary: color() },
    }
    const colors = colorsOf(palette, color(), own)
    if (Object.keys(colors).length === 0) continue
    const at = (name: string): Rgb => rgbOf(colors[name] ?? '') ?? [0, 0, 0]
    const wrong = pairs.filter(([ink, ground, ratio]) => contrast(at(ink), at(ground)) < ratio)
    expect(wrong, JSON.stringify(palette)).toEqual([])
  }
})

test('[WP-02] a colour that can be read stays as it was chosen', () => {
  const colors = colorsOf({ backgroundPrimary: '#ffffff', textPrimary: '#222' }, '#7a1fa2', own)
  expect(colors).toMatchObject({ panel: '#ffffff', text: '#222222', accent: '#7a1fa2' })
})

test('[WP-02] nothing chosen, or nothing that is a colour, changes nothing', () => {
  expect(colorsOf({}, null, own)).toEqual({})
  expect(colorsOf({ textPrimary: 'red; background: url(//evil)' }, 'url(x)', own)).toEqual({})
})
