import type { Fonts } from './fonts.ts'
import { isLeftToRight, runsOf, type TextRun, visualOrder } from './text-runs.ts'

/** How a text looks. `size` is in points. */
export type Style = { readonly size: number; readonly weight: 'regular' | 'bold' }

/** What breaking lines needs of a document. */
export type Measure = {
  readonly fonts: Fonts
  /** Points that a run takes. */
  readonly widthOf: (run: TextRun, size: number) => number
  readonly onMissing: (character: string) => void
}

/** One line: its runs from left to right, and its width in points. */
export type Line = {
  readonly runs: readonly TextRun[]
  readonly width: number
  readonly isRightToLeft: boolean
}

/** What stays on one line: a word with the space after it, or one character of a script without spaces. */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu

/** Breaks a text into lines of at most `width` points. A word that is longer is cut. */
export function linesOf(text: string, style: Style, width: number, measure: Measure): Line[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((paragraph) => {
    const isRightToLeft = startsRightToLeft(paragraph)
    const lineOf = (line: string): Line => {
      const runs = runsOf(line.trimEnd(), { ...measure, weight: style.weight, isRightToLeft })
      return { runs: visualOrder(runs), width: widthOf(runs, style, measure), isRightToLeft }
    }
    // Most texts fit, and are measured once.
    const whole = lineOf(paragraph)
    if (whole.width <= width) return [whole]
    return brokenAt(paragraph, style, width, measure).map(lineOf)
  })
}

function brokenAt(paragraph: string, style: Style, width: number, measure: Measure): string[] {
  const quiet = { ...measure, weight: style.weight, onMissing: () => undefined }
  const widthIn = (some: string) => widthOf(runsOf(some, quiet), style, measure)
  // What is turned is measured as a whole; otherwise each part takes what it takes alone.
  const isSummed = isLeftToRight(paragraph)
  const lines: string[] = []
  let line = ''
  let taken = 0
  const fits = (more: string) =>
    (isSummed ? taken + widthIn(more.trimEnd()) : widthIn((line + more).trimEnd())) <= width
  const add = (more: string) => {
    line += more
    if (isSummed) taken += widthIn(more)
  }
  const end = () => {
    lines.push(line)
    line = ''
    taken = 0
  }
  for (const [word] of paragraph.matchAll(piece)) {
    if (fits(word)) {
      add(word)
      continue
    }
    if (line !== '') end()
    for (const character of fits(word) ? [word] : word) {
      if (!fits(character)) end()
      add(character)
    }
  }
  return [...lines, line]
}

const widthOf = (runs: readonly TextRun[], { size }: Style, measure: Measure) =>
  runs.reduce((sum, run) => sum + measure.widthOf(run, size), 0)

/** By its first letter, as the Unicode algorithm has it. */
function startsRightToLeft(text: string): boolean {
  const [first] = /\p{L}/u.exec(text) ?? []
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first)
}
