import type { Style } from './lines.ts'
import { ink, type Sheet } from './sheet.ts'

/** Writes who a page was made for across it, light. */
export function watermark(sheet: Sheet, text: string): void {
  const { doc } = sheet
  const style: Style = { size: 26, weight: 'bold' }
  const [line] = sheet.lines(text, style, Number.POSITIVE_INFINITY)
  if (!line) return
  const { width, height } = doc.page
  const size = Math.min(style.size, (style.size * 0.95 * Math.hypot(width, height)) / line.width)
  doc
    .save()
    .rotate(-50, { origin: [width / 2, height / 2] })
    .fillOpacity(0.1)
  sheet.space(height / 2 - sheet.y)
  const shrunk = sheet.lines(text, { ...style, size }, Number.POSITIVE_INFINITY)
  const across = shrunk[0]?.width ?? 0
  sheet.draw(shrunk, { ...style, size }, width / 2 - across / 2, across, ink.mark)
  doc.restore()
}
