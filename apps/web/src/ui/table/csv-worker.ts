import { type CsvCell, csvLine } from './csv-text.ts'

/** What the page sends: first the head, then rows, then the end. */
export type CsvMessage =
  | { readonly kind: 'head'; readonly cells: readonly string[]; readonly timeZone: string }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly CsvCell[])[] }
  | { readonly kind: 'end' }

// Without this mark, spreadsheets read UTF-8 as the old code page of the machine.
const parts = ['\uFEFF']
let timeZone = 'UTC'

addEventListener('message', ({ data }: MessageEvent<CsvMessage>) => {
  if (data.kind === 'head') {
    timeZone = data.timeZone
    parts.push(csvLine(data.cells, timeZone))
  } else if (data.kind === 'rows') {
    parts.push(data.rows.map((row) => csvLine(row, timeZone)).join(''))
  } else {
    postMessage(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  }
})
