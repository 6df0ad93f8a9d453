/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

/**
 * Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; what shines through a colour is left out.
 * @returns undefined for anything else
 */
export function rgbOf(text: string): Rgb | undefined {
  const [, digits = ''] = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim()) ?? []
  if (!digits) return undefined
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** A colour as `#rrggbb`. */
export const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** So much of the way from one colour to another, from 0 to 1. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (part: 0 | 1 | 2) => Math.round(from[part] + (to[part] - from[part]) * share)
  return [at(0), at(1), at(2)]
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** Black or white, whichever stands out more: at least 4.58 on any colour. */
export const poleOf = (ground: Rgb): Rgb =>
  contrast(black, ground) >= contrast(white, ground) ? black : white

/** Moves a colour towards another only as far as it must, in steps of a fiftieth. */
function moved(color: Rgb, to: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < 50; step++) {
    const next = mix(color, to, step / 50)
    if (isEnough(next)) return next
  }
  return to
}

/** A ground on which what is readable on `base` is readable too. */
export const groundBeside = (ground: Rgb, base: Rgb): Rgb =>
  moved(ground, base, (next) => contrast(poleOf(base), next) >= 4.5)

/** A colour that stands out from each of these grounds as much as asked; they lie beside the first. */
export const readableOn = (color: Rgb, grounds: readonly [Rgb, ...Rgb[]], ratio = 4.5): Rgb =>
  moved(color, poleOf(grounds[0]), (next) =>
    grounds.every((ground) => contrast(next, ground) >= ratio),
  )
