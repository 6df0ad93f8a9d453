import { pipeline } from 'node:stream/promises'
import { addressListLimit } from '@countersign/contracts/transactions'
import { invalid } from '@countersign/kit/errors'
import { CsvError, parse } from 'csv-parse'

/** A line of a file of addresses, as it was written. */
export type Entry = {
  readonly line: number
  readonly address: string
  readonly network: string | undefined
  readonly asset: string | undefined
  readonly tag: string | undefined
  readonly customerRef: string
}

const wrong = (why: string) => invalid(['body', 'file'], why)

const names: Readonly<Record<string, string>> = {
  address: 'address',
  network: 'network',
  asset: 'asset',
  tag: 'tag',
  memo: 'tag',
  customerref: 'customerRef',
  customer_ref: 'customerRef',
}

/** @throws 422 where a column is missing, is unknown or is there twice */
function columnsOf(head: readonly string[]): string[] {
  const columns = head.map((name) => {
    const known = names[name.trim().toLowerCase()]
    if (!known) throw wrong(`Unknown column: ${name.slice(0, 40)}`)
    return known
  })
  if (new Set(columns).size < columns.length) throw wrong('A column is there twice')
  for (const needed of ['address', 'customerRef'])
    if (!columns.includes(needed)) throw wrong(`The column ${needed} is missing`)
  if (!columns.includes('network') && !columns.includes('asset'))
    throw wrong('The file needs a column network or asset')
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
 * Reads a CSV file of addresses line by line. The first line names the columns.
 * @throws 422 for another encoding, broken CSV, unknown columns or too many lines
 */
export async function* readEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const parser = parse({
    columns: columnsOf,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: 4_096,
  })
  // What goes wrong reaches whoever reads.
  pipeline(textOf(bytes), parser).catch(() => undefined)
  let count = 0
  try {
    for await (const { record, info } of parser) {
      if (++count > addressListLimit)
        throw wrong(
          `The file has more than ${addressListLimit.toLocaleString('en')} lines. Split it.`,
        )
      const of = (name: string): string | undefined => record[name] || undefined
      yield {
        line: info.lines,
        address: of('address') ?? '',
        network: of('network'),
        asset: of('asset'),
        tag: of('tag'),
        customerRef: of('customerRef') ?? '',
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw wrong(`Line ${String(error.lines)}: broken CSV`)
    throw error
  }
  if (count === 0) throw wrong('The file has no lines')
}
