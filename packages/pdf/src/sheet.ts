import { type FontName, fontsOf, type OpenFont } from './fonts.ts'
import { type Line, linesOf, type Measure, type Style } from './lines.ts'
import type { TextRun } from './text-runs.ts'

/** A document of pdfkit. */
export type Doc = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** Space around the text of a page, in points. */
export const margin = { side: 50, top: 72, bottom: 64 }
/** Text. */
export const body: Style = { size: 10, weight: 'regular' }
/** Names of facts, and heads of tables. */
export const strong: Style = { size: 10, weight: 'bold' }
/** What stands on every page. */
export const small: Style = { size: 8, weight: 'regular' }
/** Colours. */
export const ink = { text: '#14181f', soft: '#5b6472', line: '#d5dae1', mark: '#7a8494' }
/** The height of a line in multiples of its size. */
export const leading = 1.4

/** A document being written, from top to bottom. */
export class Sheet {
  readonly doc: Doc
  readonly root: Element
  readonly missing = new Set<string>()
  readonly #measure: Measure
  readonly width: number
  #y = margin.top

  constructor(doc: Doc) {
    this.doc = doc
    this.width = doc.page.width - 2 * margin.side
    const fonts = fontsOf((name, file) => {
      doc.registerFont(name, file)
      doc.font(name)
      return withKnownTables(name, openFontOf(doc))
    })
    this.#measure = {
      fonts,
      widthOf: (run, size) =>
        doc.font(run.font).fontSize(size).widthOfString(run.text, shaping(run)),
      onMissing: (character) => this.missing.add(character),
    }
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  lines(text: string, style: Style, width = this.width): Line[] {
    return linesOf(text, style, width, this.#measure)
  }

  /** Begins a new page unless `height` points are left. @returns whether it did */
  need(height: number): boolean {
    if (this.#y + height <= this.doc.page.height - margin.bottom) return false
    this.doc.addPage()
    this.#y = margin.top
    return true
  }

  space(points: number): void {
    this.#y += points
  }

  get y(): number {
    return this.#y
  }

  /** Draws lines at the current height without moving on. */
  draw(lines: readonly Line[], style: Style, x: number, width: number, color = ink.text): void {
    let y = this.#y
    for (const line of lines) {
      let at = line.isRightToLeft ? x + width - line.width : x
      for (const run of line.runs) {
        this.doc.font(run.font).fontSize(style.size).fillColor(color)
        this.doc.text(run.text, at, y, { lineBreak: false, ...shaping(run) })
        at += this.#measure.widthOf(run, style.size)
      }
      y += style.size * leading
    }
  }

  /** A paragraph over the whole width. */
  paragraph(tag: string, text: string, style: Style, color?: string): void {
    const element = this.doc.struct(tag)
    this.root.add(element)
    for (const line of this.lines(text, style)) {
      this.need(style.size * leading)
      element.add(
        this.doc.struct('Span', {}, () => this.draw([line], style, margin.side, this.width, color)),
      )
      this.space(style.size * leading)
    }
    element.end()
  }
}

/** What a screen reader passes over. */
export function artifact(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

/** Given features, pdfkit has a run shaped as a whole: without, it turns each word by itself. */
const shaping = ({ level }: TextRun) => (level % 2 === 1 ? { features: [] } : {})

const openFontOf = (doc: Doc): OpenFont => Reflect.get(Reflect.get(doc, '_font'), 'font')

const tables = new Map<FontName, object>()

/**
 * Lets a font read the tables that this thread has decoded for an earlier document: how letters are placed takes
 * half of the time otherwise. Glyphs stay with each document, as they remember which characters they were drawn for.
 */
function withKnownTables(name: FontName, font: OpenFont): OpenFont {
  const own: unknown = Reflect.get(font, '_tables')
  const known = tables.get(name)
  if (known) Reflect.set(font, '_tables', known)
  else if (typeof own === 'object' && own !== null) tables.set(name, own)
  return font
}
