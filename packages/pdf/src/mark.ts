import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { runQpdf } from './qpdf.ts'
import { artifact, Sheet } from './sheet.ts'
import { watermark } from './watermark.ts'

/** A PDF that somebody uploaded, and what to write across its pages. */
export type Marking = { readonly bytes: Uint8Array; readonly text: string }

/**
 * Writes a text across each page of a PDF that is not ours. It is laid over the pages: what stands in the file
 * stays as it is. @returns null where that can't be done: the file is damaged, or opens with a password only
 */
export async function markPdf({ bytes, text }: Marking): Promise<Uint8Array | null> {
  const { made } = await runQpdf(
    [
      ...['/in.pdf', '--overlay', '/mark.pdf', '--repeat=1', '--'],
      // Nothing is unpacked that need not be: what a stranger compressed can be large.
      ...['--stream-data=preserve', '/out.pdf'],
    ],
    { '/in.pdf': bytes, '/mark.pdf': await markPage(text) },
    '/out.pdf',
  )
  return made ?? null
}

/** A page with the mark alone. Square, so that it fits upright pages and wide ones alike. */
async function markPage(text: string): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: [600, 600], margin: 0, font: '' })
  const whole = buffer(doc)
  const sheet = new Sheet(doc)
  artifact(doc, () => watermark(sheet, text))
  doc.end()
  return whole
}
