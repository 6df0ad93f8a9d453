import bidiModule, { type Bidi } from 'bidi-js'
import type { FontName, Fonts } from './fonts.ts'

/** Characters of one font and one direction, in the order in which they are read. */
export type TextRun = { readonly text: string; readonly font: FontName; readonly level: number }

type Options = {
  readonly fonts: Fonts
  readonly weight: 'regular' | 'bold'
  /** The direction of the paragraph; by its first letter when absent. */
  readonly isRightToLeft?: boolean
  /** Is told of each character that no font knows. */
  readonly onMissing: (character: string) => void
}

// Its types describe another kind of module than the one that Node loads.
const createBidi: unknown = bidiModule
if (typeof createBidi !== 'function') throw new Error('bidi-js has no factory')
const bidi: Bidi = createBidi()

/** Stands for a character that no font knows: never a wrong letter. */
const codeOf = (point: number) => `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`

/** Marks, joiners and selectors, which are drawn with the character before them. */
const joining = /^(?:\p{M}|\u200c|\u200d|[\ufe00-\ufe0f])$/u
/** Draws nothing that a reader could see, or moves and hides other text. */
const unprintable = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}]$/u

/** What is read from right to left, or turns what is around it. Without any, nothing needs to be turned. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a text is read from left to right throughout, so that its parts can be measured by themselves. */
export const isLeftToRight = (text: string): boolean => !turning.test(text)

/** Characters of ASCII that are drawn, and stand by themselves. */
const isSimple = (character: string) => character >= ' ' && character <= '~'

/** Splits a text into runs of one font and one direction. */
export function runsOf(
  text: string,
  { fonts, weight, isRightToLeft, onMissing }: Options,
): TextRun[] {
  const direction = isRightToLeft === undefined ? 'auto' : isRightToLeft ? 'rtl' : 'ltr'
  const levels =
    isRightToLeft !== true && isLeftToRight(text)
      ? undefined
      : bidi.getEmbeddingLevels(text, direction).levels
  const runs: { text: string; font: FontName; level: number }[] = []
  let at = 0
  for (const character of text) {
    const level = levels?.[at] ?? 0
    at += character.length
    const last = runs.at(-1)
    if (!isSimple(character)) {
      if (joining.test(character)) {
        if (last) last.text += character
        continue
      }
      if (unprintable.test(character)) continue
    }
    const point = character.codePointAt(0) ?? 0
    // A space takes the font of what it follows, so that it does not cut a run in two.
    const known = character === ' ' && last ? last.font : fonts.fontFor(point, weight)
    if (known === undefined) onMissing(character)
    const font = known ?? (`latin-${weight}` as const)
    const shown = known === undefined ? codeOf(point) : character
    if (last && last.font === font && last.level === level) last.text += shown
    else runs.push({ text: shown, font, level })
  }
  return runs
}

/** The runs of one line from left to right. What is read from right to left is turned by its font. */
export function visualOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
        start = end
      }
    }
  }
  return ordered
}
