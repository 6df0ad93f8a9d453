import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { type Columns, type Line, maxLine, wrong } from './columns.ts'

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

/**
 * Reads the lines of a CSV file as it arrives. The first line names the columns.
 * @throws 422 for broken CSV or unknown columns
 */
export async function* csvLines<Column extends string>(
  texts: AsyncIterable<string>,
  columns: Columns<Column>,
): AsyncGenerator<Line<Column>> {
  const parser = parse({
    columns: (head: readonly string[]) => columnsOf(columns, head),
    info: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: maxLine,
  })
  // What goes wrong reaches whoever reads.
  pipeline(texts, parser).catch(() => undefined)
  try {
    for await (const { record, info } of parser) yield { line: info.lines, cells: record }
  } catch (error) {
    if (error instanceof CsvError) throw wrong(`Line ${String(error.lines)}: broken CSV`)
    throw error
  }
}
