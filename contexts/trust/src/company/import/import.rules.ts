import {
  type CompanyImport,
  type ImportProblem,
  isListField,
  isProfileField,
  NetworkUpdate,
  type Profile,
  ProfileUpdate,
  profileFields,
} from '@countersign/contracts/trust'
import { invalid } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import { leiFacts, leiFields } from '../../registry/index.ts'
import type { Row, Sheet } from './file.ts'
import { goldenRecord, goldenRow, isGolden, usableRecord } from './lei-file.rules.ts'

/** A row that may become a company; what is wrong with it stands in `problems`. */
export type Candidate = {
  readonly line: number
  readonly fields: Profile
  readonly emailDomains: readonly string[]
  /** What the register says, for a record of GLEIF. */
  readonly record: object | null
  readonly problems: readonly ImportProblem[]
  /** As they came, for the list of what was rejected. */
  readonly cells: readonly string[]
}

/** What a file holds. */
export type Candidates = {
  readonly format: CompanyImport['format']
  readonly columns: readonly string[]
  readonly candidates: readonly Candidate[]
}

/** Between the values of a field that holds several. */
const separator = '|'
/** The columns that the list of rejected lines adds; uploaded again, they say nothing. */
export const addedColumns = ['line', 'field', 'reason'] as const

const Company = z.object({
  ...ProfileUpdate.shape,
  emailDomains: NetworkUpdate.shape.emailDomains,
})
const known = [...profileFields, 'emailDomains']

/** The candidates of a file. @throws 422 when its columns are not ours */
export function candidatesOf({ columns, rows }: Sheet, at: Date): Candidates {
  const isJson = rows[0]?.record !== undefined
  const format = isJson || isGolden(columns) ? 'gleif' : 'csv'
  const read = format === 'csv' ? ownRow(columns, at) : gleifRow(columns)
  if (rows.length === 0) throw invalid(['body', 'file'], 'The file has no companies')
  const lines = new Map<string, number>()
  return {
    format,
    columns: isJson ? ['LEI', 'Entity.LegalName'] : columns,
    candidates: rows.map((row) => {
      const uneven = !isJson && row.cells.length !== columns.length
      const found = uneven ? unevenRow(row, columns) : read(row)
      const { lei } = found.fields
      const before = lei ? lines.get(lei) : undefined
      if (lei && before === undefined) lines.set(lei, row.line)
      return before === undefined ? found : refused(found, 'lei', `Line ${before} has this LEI`)
    }),
  }
}

const blank = { fields: {}, emailDomains: [], record: null, problems: [] }

const refused = (found: Candidate, field: string | null, reason: string): Candidate => ({
  ...found,
  ...blank,
  problems: [...found.problems, { field, reason }],
})

const unevenRow = ({ line, cells }: Row, columns: readonly string[]) =>
  refused(
    { ...blank, line, cells },
    null,
    `${columns.length} cells expected, ${cells.length} found`,
  )

/** Our own columns, by the names of the fields in any case. */
function ownRow(columns: readonly string[], at: Date) {
  const wrong = (why: string) => invalid(['body', 'file'], why)
  const added: readonly string[] = addedColumns
  const names = columns.map((column) => {
    const name = known.find((one) => one.toLowerCase() === column.toLowerCase())
    if (name === undefined && !added.includes(column.toLowerCase()))
      throw wrong(`Unknown column "${column.slice(0, 60)}". Known columns: ${known.join(', ')}`)
    return name
  })
  if (!names.includes('name')) throw wrong('The column "name" is missing')
  const twice = names.find((name, place) => name !== undefined && names.indexOf(name) !== place)
  if (twice !== undefined) throw wrong(`The column "${twice}" appears twice`)
  return ({ line, cells }: Row): Candidate => {
    const given: Record<string, unknown> = {}
    for (const [place, name] of names.entries()) {
      const cell = cells[place] ?? ''
      if (name === undefined || cell === '') continue
      given[name] = isList(name) ? valuesIn(name, cell) : cell
    }
    const checked = z.safeParse(Company, given)
    const { emailDomains = [], ...fields } = checked.data ?? {}
    const problems = [
      ...(given.name === undefined ? [{ field: 'name', reason: 'Enter a name' }] : []),
      ...problemsOf(checked.error),
      ...(Number(fields.yearFounded ?? 0) > at.getUTCFullYear()
        ? [{ field: 'yearFounded', reason: 'This year is in the future' }]
        : []),
    ]
    if (problems.length > 0) return { ...blank, line, cells, problems }
    return { line, cells, fields, emailDomains, record: null, problems }
  }
}

/** One reason for each field. */
function problemsOf(error: z.core.$ZodError | undefined): ImportProblem[] {
  const reasons = new Map<string | null, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.length > 0 ? String(path[0]) : null
    if (!reasons.has(field)) reasons.set(field, message)
  }
  return [...reasons].map(([field, reason]) => ({ field, reason }))
}

const isList = (name: string) =>
  name === 'emailDomains' || (isProfileField(name) && isListField(name))

const valuesIn = (name: string, cell: string) =>
  cell
    .split(separator)
    .map((one) => (name === 'emailDomains' ? one.trim().toLowerCase() : one.trim()))
    .filter((one) => one !== '')

function gleifRow(columns: readonly string[]) {
  const places = new Map(columns.map((column, place) => [column, place]))
  return ({ line, cells: given, record }: Row): Candidate => {
    const read = record === undefined ? goldenRow(places, given) : goldenRecord(record)
    const usable = usableRecord(read)
    const cells = record === undefined ? given : shown(read)
    if (!('record' in usable)) return { ...blank, line, cells, problems: [usable] }
    const { name } = usable.record.attributes.entity.legalName
    // What does not fit of the rest is left out; without its name it would be no company.
    const checked = z.safeParse(ProfileUpdate, { name, legalName: name })
    const problems = problemsOf(checked.error)
    if (!checked.data) return { ...blank, line, cells, problems }
    const { regulatoryStatus: _, ...said } = leiFields(usable.record)
    const fields = { ...said, name: checked.data.name }
    return { ...blank, line, cells, fields, record: leiFacts(usable.record) }
  }
}

/** What the list of rejected lines shows of a record. */
function shown(record: unknown): string[] {
  const { lei, entity } = Object(Object(record).attributes)
  return [lei, Object(Object(entity).legalName).name].map((value) =>
    typeof value === 'string' ? value.slice(0, 300) : '',
  )
}
