import { uploadLines } from '@countersign/contracts/transactions'
import { type Columns, type Line, wrong } from './columns.ts'
import { csvLines } from './csv-file.ts'
import { jsonLines } from './json-file.ts'

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
 * Reads a file as it arrives, a page of lines at a time: CSV, or a JSON object on each line. No line that names columns
 * begins with a brace.
 * @throws 422 for another encoding, what is neither, unknown columns or too many lines
 */
export async function* readPages<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: Columns<Column>,
  size: number,
): AsyncGenerator<Line<Column>[]> {
  const texts = textOf(bytes)
  let start = ''
  while (start.trim() === '') {
    const { value, done } = await texts.next()
    if (done) break
    start += value
  }
  const all = (async function* () {
    yield start
    yield* texts
  })()
  const lines = start.trimStart().startsWith('{') ? jsonLines(all, columns) : csvLines(all, columns)
  let count = 0
  let page: Line<Column>[] = []
  for await (const line of lines) {
    if (++count > uploadLines)
      throw wrong(`The file has more than ${uploadLines.toLocaleString('en')} lines. Split it.`)
    page.push(line)
    if (page.length === size) {
      yield page
      page = []
    }
  }
  if (count === 0) throw wrong('The file has no lines')
  if (page.length > 0) yield page
}
