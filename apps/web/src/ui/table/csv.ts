import type { CsvCell } from './csv-text.ts'
import type { CsvMessage } from './csv-worker.ts'
import workerUrl from './csv-worker.ts?worker&url'

export type { CsvCell } from './csv-text.ts'

/** A column of the file: its heading and its cell of a row. */
export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => CsvCell
}

/** What to write. */
export interface CsvOptions<Row> {
  columns: readonly CsvColumn<Row>[]
  /** The rows, as many at a time as they come: see {@link pagesOf}. */
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
  /** The zone of the dates, as the screen shows them. */
  timeZone: string
  /** Told how many rows are written so far. */
  onProgress?: ((rows: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** What browsers with Trusted Types offer; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** The one address of code that a page makes itself: its policy lets nothing else become one. */
const trustedWorkerUrl =
  trustedTypes
    ?.createPolicy('countersign', { createScriptURL: (url) => url })
    .createScriptURL(workerUrl) ?? workerUrl

/**
 * Writes rows as CSV (RFC 4180, formulas disarmed) in a worker, so that the page stays quick.
 * Rejects with the reason of the signal when it is aborted.
 */
export async function csvOf<Row>(options: CsvOptions<Row>): Promise<Blob> {
  const { columns, pages, timeZone, onProgress, signal } = options
  const worker = new Worker(trustedWorkerUrl, { type: 'module' })
  const send = (message: CsvMessage) => worker.postMessage(message)
  try {
    send({ kind: 'head', cells: columns.map(({ header }) => header), timeZone })
    let written = 0
    for await (const page of pages) {
      signal?.throwIfAborted()
      send({ kind: 'rows', rows: page.map((row) => columns.map(({ value }) => value(row))) })
      written += page.length
      onProgress?.(written)
    }
    send({ kind: 'end' })
    return await answerOf(worker, signal)
  } finally {
    worker.terminate()
  }
}

function answerOf(worker: Worker, signal: AbortSignal | undefined): Promise<Blob> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob>) => resolve(data)
    worker.onerror = () => reject(new Error('The file couldn’t be saved'))
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Every page of a list that is read by cursor, from its first. */
export async function* pagesOf<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next: string | null }>,
): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await read(cursor)
    yield rows
    if (next === null) return
    cursor = next
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then; without this, the file would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
