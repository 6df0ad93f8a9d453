import type { IncomingFile } from '@countersign/contracts'
import { importLimit } from '@countersign/contracts/trust'
import { invalid } from '@countersign/kit/errors'
import { CsvError, parse } from 'csv-parse'

/** A row of a file. */
export type Row = {
  /** The line on which it ends; in JSON the number of the record, from 1. */
  readonly line: number
  /** Its texts in the order of the columns; none in JSON. */
  readonly cells: readonly string[]
  /** What stands in JSON. */
  readonly record?: unknown
}
/** A file as it was written: the names of its columns, and its rows. */
export type Sheet = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

const wrong = (why: string) => invalid(['body', 'file'], why)
const tooMany = () =>
  wrong(`The file has more than ${importLimit.toLocaleString('en')} companies. Split it.`)

/** The longest row in characters. A quote that is not closed would otherwise take the rest of the file. */
const longestRow = 64 * 1024

/** @throws 422 for what is not UTF-8 or no text */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw wrong('The file isn’t UTF-8. In Excel, save it as "CSV UTF-8".')
    }
  }
  for await (const chunk of bytes) {
    const text = decode(chunk)
    if (text.includes('\0')) throw wrong('The file contains NUL characters: it isn’t a text file')
    yield text
  }
  yield decode()
}

/**
 * Reads CSV, or JSON of GLEIF, into rows of text.
 * @throws 413, 422 for another encoding, broken CSV or JSON, or too many rows
 */
export async function readSheet(file: IncomingFile): Promise<Sheet> {
  const chunks = textOf(file.bytes)
  let head = ''
  for (;;) {
    const { value, done } = await chunks.next()
    head += value ?? ''
    if (done || head.trim() !== '') break
  }
  const start = head.trimStart()[0]
  if (start === undefined) throw wrong('The file is empty')
  if (start === '<') throw wrong('XML isn’t supported. Use GLEIF’s CSV or JSON file instead.')
  return start === '{' ? readJson(head, chunks) : readCsv(head, chunks)
}

/** The sign between cells: whatever stands first in the first line. */
const delimiterOf = (head: string) => /[,;\t]/.exec(head.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ','

async function readCsv(head: string, rest: AsyncIterable<string>): Promise<Sheet> {
  const parser = parse({
    delimiter: delimiterOf(head),
    trim: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    max_record_size: longestRow,
  })
  const feed = async () => {
    parser.write(head)
    for await (const text of rest)
      if (!parser.write(text)) await new Promise((resolve) => parser.once('drain', resolve))
    parser.end()
  }
  feed().catch((error: unknown) => parser.destroy(Object(error)))
  let columns: readonly string[] | undefined
  const rows: Row[] = []
  try {
    for await (const { record, info } of parser) {
      if (columns === undefined) columns = record
      else if (rows.length === importLimit) throw tooMany()
      else rows.push({ line: info.lines, cells: record })
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenCsv(error) : error
  }
  return { columns: columns ?? [], rows }
}

function brokenCsv({ code, lines }: CsvError) {
  const line = `Line ${String(lines)}`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return wrong(`${line}: longer than ${longestRow / 1024} kB. Is a quote not closed?`)
  if (code === 'CSV_QUOTE_NOT_CLOSED') return wrong(`${line}: a quote is not closed`)
  return wrong(`${line}: unexpected quote`)
}

/** Records of GLEIF, as its golden copy (`records`) or its API (`data`) writes them. */
async function readJson(head: string, rest: AsyncIterable<string>): Promise<Sheet> {
  let text = head
  for await (const more of rest) text += more
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw wrong('The file isn’t valid JSON')
  }
  const { records, data } = Object(found)
  const list: unknown = records ?? data
  if (!Array.isArray(list))
    throw wrong('This isn’t a GLEIF JSON file: it has neither "records" nor "data"')
  if (list.length > importLimit) throw tooMany()
  return {
    columns: [],
    rows: list.map((record: unknown, at) => ({ line: at + 1, cells: [], record })),
  }
}
