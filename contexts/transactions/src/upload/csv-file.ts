import { pipeline } from 'node:stream/promises'
import { uploadLines } from '@countersign/contracts/transactions'
import { invalid } from '@countersign/kit/errors'
import { CsvError, parse } from 'csv-parse'

/** A line of a file: the number it has there, and its cells by column. */
export type Line<Column extends string> = {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Column, string>>>
}

/** The columns of a file: how each may be called, and those that it needs. */
export type Columns<Column extends string> = {
  /** By their names in small letters. */
  readonly names: Readonly<Record<string, Column>>
  /** One of each. */
  readonly needed: readonly (readonly Column[])[]
}

const wrong = (why: string) => invalid(['body', 'file'], why)

/** @throws 422 where a column is missing, is unknown or is there twice */
function columnsOf<Column extends string>(
  { names, needed }: Columns<Column>,
  head: readonly string[],
): Column[] {
  const columns = head.map((name) => {
    const known = names[name.trim().toLowerCase()]
    if (!known) throw wrong(`Unknown column: ${name.slice(0, 40)}`)
    return known
  })
  if (new Set(columns).size < columns.length) throw wrong('A column is there twice')
  for (const choice of needed)
    if (!choice.some((one) => columns.includes(one)))
      throw wrong(`The column ${choice.join(' or ')} is missing`)
  return columns
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw wrong('The file isn’t UTF-8. In Excel, save it as "CSV UTF-8".')
    }
  }
  for await (const chunk of bytes) yield decode(chunk)
  yield decode()
}

/**
 * Reads a CSV file as it arrives, a page of lines at a time. The first line names the columns.
 * @throws 422 for another encoding, broken CSV, unknown columns or too many lines
 */
export async function* readPages<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: Columns<Column>,
  size: number,
): AsyncGenerator<Line<Column>[]> {
  const parser = parse({
    columns: (head: readonly string[]) => columnsOf(columns, head),
    info: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 8_192,
  })
  // What goes wrong reaches whoever reads.
  pipeline(textOf(bytes), parser).catch(() => undefined)
  let count = 0
  let page: Line<Column>[] = []
  try {
    for await (const { record, info } of parser) {
      if (++count > uploadLines)
        throw wrong(`The file has more than ${uploadLines.toLocaleString('en')} lines. Split it.`)
      page.push({ line: info.lines, cells: record })
      if (page.length === size) {
        yield page
        page = []
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw wrong(`Line ${String(error.lines)}: broken CSV`)
    throw error
  }
  if (count === 0) throw wrong('The file has no lines')
  if (page.length > 0) yield page
}
