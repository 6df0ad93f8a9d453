import type { PdfBlock, PdfIssue } from '@countersign/contracts/report'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Line, Style } from './lines.ts'
import { artifact, body, ink, leading, margin, Sheet, small, strong } from './sheet.ts'
import { watermark } from './watermark.ts'

/** A finished PDF, and the characters that no font knew. */
export type Rendered = { readonly bytes: Buffer; readonly missing: readonly string[] }

const styles = {
  title: { size: 20, weight: 'bold' },
  heading: { size: 13, weight: 'bold' },
} as const
const qrSize = 88
/** Lines of one row that fit on a page, below a table's head of three lines. */
const maxLines = 44

const heightOf = (lines: readonly Line[], { size }: Style) => lines.length * size * leading

/** Rows of cells; the head is drawn again on each page. */
function table(
  sheet: Sheet,
  head: readonly string[] | null,
  rows: readonly (readonly string[])[],
  shares: readonly number[],
): void {
  const gap = 10
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const widths = shares.map((share) => (share / whole) * sheet.width - gap)
  const { doc } = sheet
  const element = doc.struct('Table')
  sheet.root.add(element)
  const row = (cells: readonly string[], isHead: boolean) => {
    const made = cells.map((cell, n) => {
      const style = isHead || (head === null && n === 0) ? strong : body
      return { style, lines: sheet.lines(cell, style, widths[n]) }
    })
    // A row that is taller than a page goes on below the head of the next.
    const most = Math.max(1, ...made.map(({ lines }) => lines.length))
    for (let from = 0; from < most; from += maxLines)
      part(
        made.map(({ style, lines }) => ({ style, lines: lines.slice(from, from + maxLines) })),
        isHead,
      )
  }
  const part = (made: readonly { style: Style; lines: readonly Line[] }[], isHead: boolean) => {
    const height = Math.max(...made.map(({ lines, style }) => heightOf(lines, style))) + 8
    if (sheet.need(height) && head && !isHead) row(head, true)
    const tr = doc.struct('TR')
    element.add(tr)
    let x = margin.side
    for (const [n, { lines, style }] of made.entries()) {
      const [left, width] = [x, widths[n] ?? 0]
      const tag = isHead || (head === null && n === 0) ? 'TH' : 'TD'
      tr.add(doc.struct(tag, {}, () => sheet.draw(lines, style, left, width)))
      x += width + gap
    }
    tr.end()
    sheet.space(height)
    artifact(doc, () => {
      const y = sheet.y - 5
      doc.moveTo(margin.side, y).lineTo(margin.side + sheet.width, y)
      doc
        .lineWidth(isHead ? 1 : 0.5)
        .strokeColor(ink.line)
        .stroke()
    })
  }
  if (head) row(head, true)
  for (const cells of rows) row(cells, false)
  element.end()
  sheet.space(6)
}

function block(sheet: Sheet, one: PdfBlock): void {
  if (one.type === 'heading') {
    sheet.space(10)
    // A heading never stands alone at the end of a page.
    sheet.need(70)
    sheet.paragraph('H2', one.text, styles.heading)
    sheet.space(4)
  } else if (one.type === 'text') {
    sheet.paragraph('P', one.text, body)
    sheet.space(6)
  } else if (one.type === 'facts') table(sheet, null, one.rows, [1, 2.4])
  else table(sheet, one.columns, one.rows, one.widths ?? one.columns.map(() => 1))
}

function verification(sheet: Sheet, { url, code }: PdfIssue['verification']): void {
  const { doc } = sheet
  sheet.space(12)
  sheet.need(qrSize + 60)
  sheet.paragraph('H2', 'Check this document', styles.heading)
  sheet.space(4)
  const top = sheet.y
  const { data, size } = encode(url, { border: 0 })
  const step = qrSize / size
  const figure = {
    alt: `QR code with the address ${url}`,
    bbox: [margin.side, top, margin.side + qrSize, top + qrSize],
  }
  sheet.root.add(
    doc.struct('Figure', figure, () => {
      for (const [y, line] of data.entries())
        for (const [x, dark] of line.entries())
          if (dark) doc.rect(margin.side + x * step, top + y * step, step, step)
      doc.fillColor(ink.text).fill()
    }),
  )
  const left = margin.side + qrSize + 16
  const width = sheet.width - qrSize - 16
  for (const [text, style] of [
    [
      'Scan the code or open the address to see whether this document is genuine and still current. You can also drop the file there: it is compared in your browser and not uploaded.',
      body,
    ],
    [url, small],
    [`Code: ${code}`, strong],
  ] as const) {
    const lines = sheet.lines(text, style, width)
    sheet.root.add(doc.struct('P', {}, () => sheet.draw(lines, style, left, width)))
    sheet.space(heightOf(lines, style) + 4)
  }
}

/** What stands on every page: header, footer and watermark. */
function frame(sheet: Sheet, issue: PdfIssue): void {
  const { doc } = sheet
  const { start, count } = doc.bufferedPageRange()
  const at = `${issue.issuedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const put = (text: string, y: number, side: 'left' | 'right') => {
    const [line] = sheet.lines(text, small)
    if (!line) return
    sheet.space(y - sheet.y)
    const x = side === 'left' ? margin.side : margin.side + sheet.width - line.width
    sheet.draw([{ ...line, isRightToLeft: false }], small, x, sheet.width, ink.soft)
  }
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Text below the margin would begin a page.
    doc.page.margins.bottom = 0
    artifact(doc, () => {
      const below = doc.page.height - 40
      put(issue.model.owner, 34, 'left')
      put(issue.model.title, 34, 'right')
      put(`${issue.id} · ${at}`, below, 'left')
      put(`Page ${page - start + 1} of ${count}`, below, 'right')
      if (issue.watermark !== undefined) watermark(sheet, issue.watermark)
    })
  }
}

/** Renders one issue. The same issue gives the same bytes. */
export async function renderPdf(issue: PdfIssue): Promise<Rendered> {
  const { model, id, issuedAt } = issue
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    // Without a font of its own: Helvetica would be parsed for each document, and is never used.
    font: '',
    info: {
      Title: model.title,
      Author: model.owner,
      Subject: id,
      // So that programs find the code, too.
      Keywords: issue.verification.code,
      Creator: 'Countersign',
      Producer: 'Countersign',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const sheet = new Sheet(doc)
  sheet.paragraph('H1', model.title, styles.title)
  sheet.paragraph('P', model.owner, body, ink.soft)
  sheet.space(8)
  for (const one of model.blocks) block(sheet, one)
  verification(sheet, issue.verification)
  sheet.root.end()
  frame(sheet, issue)
  doc.end()
  await ended
  return { bytes: Buffer.concat(chunks), missing: [...sheet.missing] }
}
