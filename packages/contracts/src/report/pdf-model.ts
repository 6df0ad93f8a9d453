/** A part of a PDF, in reading order. All text is plain. */
export type PdfBlock =
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** Names and values, e.g. `['Asset', 'BTC']`. */
  | { readonly type: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  /** `widths` are shares of the page's width; each row has as many cells as there are columns. */
  | {
      readonly type: 'table'
      readonly columns: readonly string[]
      readonly widths?: readonly number[]
      readonly rows: readonly (readonly string[])[]
    }

/** What a PDF says, whoever reads it and whenever it is issued. */
export type PdfModel = {
  readonly title: string
  /** Whose document it is, as its header names them. */
  readonly owner: string
  readonly blocks: readonly PdfBlock[]
}

/** One issue of a PDF: the same issue has the same bytes. */
export type PdfIssue = {
  readonly model: PdfModel
  readonly id: string
  readonly issuedAt: Date
  /** The watermark on each page; none on what is public. */
  readonly watermark?: string
  /** Where the reader can check it, and the code to type in there. */
  readonly verification: { readonly url: string; readonly code: string }
}

/** An instant to the second, in UTC, as PDFs have it. */
export const instantWords = (instant: string): string =>
  `${instant.slice(0, 19).replace('T', ' ')} UTC`
