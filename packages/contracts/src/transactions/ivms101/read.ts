import { countryCodes } from './countries.ts'
import { type Ivms101Issue, step } from './model.ts'
import { type Field, payloadShape, type Shape } from './shape.ts'

/** The shape a payload came in. */
export type Ivms101Version = '2023' | '2020' | 'V1'

/** What was read: the canonical tree as far as it could be read, and where each of its fields stood in the input. */
export interface Ivms101Reading {
  version: Ivms101Version
  tree: Record<string, unknown>
  /** Canonical pointer to the sender's own. Where they are the same it may be missing. */
  pointers: Map<string, string>
  issues: Ivms101Issue[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The version by the metadata, otherwise by the names of the fields. */
export function ivms101Version(input: Record<string, unknown>): Ivms101Version {
  const metadata = input.payloadMetadata
  if (isObject(metadata) && metadata.payloadVersion !== undefined)
    return metadata.payloadVersion === '101' ? '2020' : '2023'
  const parties = [input.originator, input.beneficiary].filter(isObject)
  const old = parties.flatMap((party) => party.originatorPersons ?? party.beneficiaryPersons ?? [])
  if (
    old.some(
      (one) =>
        isObject(one) && isObject(one.naturalPerson) && Array.isArray(one.naturalPerson.name),
    )
  )
    return 'V1'
  return parties.some((party) => 'originatorPerson' in party || 'beneficiaryPerson' in party)
    ? '2023'
    : '2020'
}

/** Reads any of the three shapes. Faults become issues; what can be read is read. */
export function readIvms101(input: Record<string, unknown>): Ivms101Reading {
  const reading: Ivms101Reading = {
    version: ivms101Version(input),
    tree: {},
    pointers: new Map(),
    issues: [],
  }
  const declared =
    isObject(input.payloadMetadata) && input.payloadMetadata.payloadVersion === '101.2023'
  reading.tree = (new Walk(reading, declared).value(payloadShape, input, '', '') ?? {}) as Record<
    string,
    unknown
  >
  const metadata = reading.tree.payloadMetadata
  if (isObject(metadata)) metadata.payloadVersion = '101.2023'
  lift(reading, 'originator', 'originatorPerson')
  lift(reading, 'beneficiary', 'beneficiaryPerson')
  return reading
}

type ObjectShape = Extract<Shape, { kind: 'object' }>
type Names = {
  /** Every spelling of a field, with its canonical name. */
  readonly spelling: ReadonlyMap<string, string>
  readonly required: readonly { readonly name: string; readonly old: string | undefined }[]
}
/** There are few shapes, and a file of customers has a million objects. */
const known = new WeakMap<ObjectShape, Names>()

function namesOf(shape: ObjectShape): Names {
  const found = known.get(shape)
  if (found) return found
  const fields = Object.entries(shape.fields)
  const spelling = new Map(
    fields.flatMap(([name, { old, also }]) =>
      [name, old, also].flatMap((one) => (one ? [[one, name] as const] : [])),
    ),
  )
  const required = fields.flatMap(([name, { old, required: isRequired }]) =>
    isRequired ? [{ name, old }] : [],
  )
  const names = { spelling, required }
  known.set(shape, names)
  return names
}

class Walk {
  private readonly reading: Ivms101Reading
  private readonly declared2023: boolean
  constructor(reading: Ivms101Reading, declared2023: boolean) {
    this.reading = reading
    this.declared2023 = declared2023
  }

  value(shape: Shape, raw: unknown, at: string, own: string): unknown {
    // A file of customers has millions of fields that are canonical already. Whether a list was there is asked below.
    if ((at !== own || shape.kind === 'list') && !this.reading.pointers.has(at))
      this.reading.pointers.set(at, own)
    if (shape.kind === 'object') return this.object(shape, raw, at, own)
    if (shape.kind === 'list') return this.list(shape, raw, at, own)
    return this.leaf(shape, raw, own)
  }

  private fault(
    pointer: string,
    rule: string,
    msg: string,
    severity: Ivms101Issue['severity'] = 'error',
  ) {
    this.reading.issues.push({ pointer, rule, msg, severity })
    return undefined
  }

  private list(shape: Extract<Shape, { kind: 'list' }>, raw: unknown, at: string, own: string) {
    if (!Array.isArray(raw)) return this.fault(own, 'TYPE', 'Must be a list')
    if (raw.length === 0) return this.fault(own, 'CARDINALITY', 'Must have at least one entry')
    if (raw.length > shape.max)
      return this.fault(own, 'CARDINALITY', `Must have at most ${shape.max} entries`)
    return raw
      .map((one, i) => {
        const where = step(own, i)
        return this.value(shape.of, one, at === own ? where : step(at, i), where)
      })
      .filter((v) => v !== undefined)
  }

  private object(shape: ObjectShape, raw: unknown, at: string, own: string) {
    if (!isObject(raw)) return this.fault(own, 'TYPE', 'Must be an object')
    const { spelling, required } = namesOf(shape)
    const out: Record<string, unknown> = {}
    const seen = new Set<string>()
    for (const [key, value] of Object.entries(raw)) {
      const name = spelling.get(key)
      const field = name === undefined ? undefined : shape.fields[name]
      const where = step(own, key)
      if (name === undefined || !field)
        this.fault(where, 'UNKNOWN_FIELD', 'IVMS101 has no such field')
      else if (seen.has(name))
        this.fault(where, 'ONE_OF', `Another spelling of ${name} is there too`)
      else {
        seen.add(name)
        if (key === field.old) this.oldName(where)
        const canonical = at === own && name === key ? where : step(at, name)
        const read = this.field(name, field, value, canonical, where)
        if (read !== undefined) out[name] = read
      }
    }
    for (const { name, old } of required)
      if (!seen.has(name))
        this.fault(
          step(own, this.reading.version === '2023' ? name : (old ?? name)),
          'REQUIRED',
          'Required',
        )
    if (shape.oneOf && seen.has('naturalPerson') === seen.has('legalPerson'))
      this.fault(own, 'ONE_OF', 'Must be either a natural or a legal person')
    return out
  }

  private oldName(where: string) {
    if (this.declared2023)
      this.fault(where, 'OLD_NAME', 'A name of 2020 in a payload of 2023', 'warning')
  }

  private field(name: string, field: Field, raw: unknown, at: string, own: string): unknown {
    if (field.wrapped && isObject(raw) && Object.hasOwn(raw, name)) {
      this.oldName(own)
      for (const key of Object.keys(raw))
        if (key !== name) this.fault(step(own, key), 'UNKNOWN_FIELD', 'IVMS101 has no such field')
      return this.value(field.of, raw[name], at, step(own, name))
    }
    if (field.join && Array.isArray(raw)) {
      this.oldName(own)
      return this.joined(field.of, raw, at, own)
    }
    return this.value(field.of, raw, at, own)
  }

  /** The lists of all entries, one after another, as one entry. */
  private joined(shape: Shape, raw: unknown[], at: string, own: string) {
    if (raw.length === 0 || raw.length > 8)
      return this.fault(own, 'CARDINALITY', 'Must have 1 to 8 entries')
    this.reading.pointers.set(at, step(own, 0))
    const out: Record<string, unknown[]> = {}
    for (const [i, one] of raw.entries()) {
      const walk = new Walk({ ...this.reading, pointers: new Map() }, this.declared2023)
      const entry = walk.value(shape, one, '', step(own, i))
      if (!isObject(entry)) continue
      const base = Object.fromEntries(
        Object.entries(out).map(([name, list]) => [name, list.length]),
      )
      for (const [pointer, theirs] of walk.reading.pointers) {
        const [, name = '', index, ...rest] = pointer.split('/')
        const moved =
          index === undefined ? [name] : [name, String(Number(index) + (base[name] ?? 0)), ...rest]
        const canonical = name === '' ? at : `${at}/${moved.join('/')}`
        if (!this.reading.pointers.has(canonical)) this.reading.pointers.set(canonical, theirs)
      }
      for (const [name, list] of Object.entries(entry))
        out[name] = [...(out[name] ?? []), ...(list as unknown[])]
    }
    for (const list of Object.values(out))
      if (list.length > 8) this.fault(own, 'CARDINALITY', 'Must have at most 8 names')
    return out
  }

  private leaf(shape: Exclude<Shape, { kind: 'object' | 'list' }>, raw: unknown, own: string) {
    if (shape.kind === 'integer')
      return Number.isSafeInteger(raw) ? raw : this.fault(own, 'TYPE', 'Must be a whole number')
    if (typeof raw !== 'string') return this.fault(own, 'TYPE', 'Must be text')
    if (shape.kind === 'country' && raw !== 'XX' && !countryCodes.has(raw))
      return this.fault(
        own,
        'C3',
        'Must be a country code of two capital letters, or XX if unknown',
      )
    if (shape.kind === 'date' && !isDay(raw))
      return this.fault(own, 'DATE', 'Must be a date such as 1988-04-09')
    if (shape.kind === 'code') {
      const code = shape.lower ? raw.toLowerCase() : raw
      return shape.codes.includes(code)
        ? code
        : this.fault(own, 'CODE', `Must be one of ${shape.codes.join(', ')}`)
    }
    if (shape.kind === 'text') {
      // A character takes up to two units.
      if (raw.length === 0 || (raw.length > shape.max && [...raw].length > shape.max))
        return this.fault(own, 'LENGTH', `Must have 1 to ${shape.max} characters`)
      if (!shape.anyScript && !/^[ -~]*$/.test(raw))
        return this.fault(
          own,
          'CHARSET',
          'Must be in Latin letters without accents; the local name takes any script',
        )
    }
    return raw
  }
}

function isDay(text: string) {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  // The 31st of a shorter month would be read as the first of the next.
  return at?.getUTCDate() === Number(text.slice(8))
}

/** Moves the account numbers of persons into their party. */
function lift({ tree, pointers, issues }: Ivms101Reading, side: string, plural: string) {
  const party = tree[side]
  if (!isObject(party) || !Array.isArray(party[plural])) return
  const numbers = Array.isArray(party.accountNumber) ? [...party.accountNumber] : []
  for (const [i, one] of party[plural].entries()) {
    const from = `/${side}/${plural}/${i}/accountNumber`
    for (const [j, number] of (one.accountNumber ?? []).entries()) {
      if (numbers.includes(number)) continue
      const own = pointers.get(`${from}/${j}`) ?? `${from}/${j}`
      if (!pointers.has(`/${side}/accountNumber`))
        pointers.set(`/${side}/accountNumber`, pointers.get(from) ?? from)
      pointers.set(`/${side}/accountNumber/${numbers.length}`, own)
      numbers.push(number)
      if (numbers.length > 8)
        issues.push({
          pointer: own,
          rule: 'CARDINALITY',
          msg: 'Must have at most 8 entries',
          severity: 'error',
        })
    }
    delete one.accountNumber
  }
  if (numbers.length > 0) party.accountNumber = numbers
}
