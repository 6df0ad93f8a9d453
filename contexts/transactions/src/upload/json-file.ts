import { type Columns, type Line, maxLine, wrong } from './columns.ts'

/**
 * Reads the lines of a file of JSON objects as it arrives, one on each line, with the columns of a CSV file as names. An
 * object that can't be read is the fault of its line alone. No fault repeats what the line says.
 * @throws 422 for a line that is too long
 */
export async function* jsonLines<Column extends string>(
  texts: AsyncIterable<string>,
  columns: Columns<Column>,
): AsyncGenerator<Line<Column>> {
  let line = 0
  let rest = ''
  for await (const text of texts) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      line++
      if (part.trim() !== '') yield { line, ...read(part, columns, line) }
    }
    if (rest.length > maxLine) throw tooLong(line + 1)
  }
  if (rest.trim() !== '') yield { line: line + 1, ...read(rest, columns, line + 1) }
}

const tooLong = (line: number) => wrong(`Line ${line} has more than ${maxLine} characters`)

function read<Column extends string>(
  text: string,
  { names, needed }: Columns<Column>,
  line: number,
): Omit<Line<Column>, 'line'> {
  if (text.length > maxLine) throw tooLong(line)
  const cells: Partial<Record<Column, string>> = {}
  const faulty = (fault: string) => ({ cells, fault })
  const given = parsed(text)
  if (given === undefined) return faulty('Expected a JSON object')
  for (const [name, value] of Object.entries(given)) {
    const column = names[name.toLowerCase()]
    if (!column) return faulty('Unknown field')
    if (column in cells) return faulty(`The field ${column} is there twice`)
    const cell = asCell(value)
    if (cell === undefined) return faulty(`The field ${column} isn’t a text`)
    cells[column] = cell.trim()
  }
  const lacks = needed.find((choice) => !choice.some((one) => cells[one]))
  return lacks ? faulty(`The field ${lacks.join(' or ')} is missing`) : { cells }
}

function parsed(text: string): object | undefined {
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

/** A text as a CSV file has it: a list has a line between two entries, nothing is empty. */
function asCell(value: unknown): string | undefined {
  if (value === null) return ''
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join('|') : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
