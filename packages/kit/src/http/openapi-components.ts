import { shownAs } from '@countersign/contracts'
import * as z from 'zod/mini'

/** Which way a value travels: what a caller may leave out is there in what is answered. */
type Direction = 'input' | 'output'

/** What of a document is said once and referred to. */
export type Components = {
  /** The schema, with a reference in place of each part that has a name. */
  schema(schema: z.core.$ZodType, direction: Direction): object
  /** All that was referred to, by name. */
  schemas(): Readonly<Record<string, unknown>>
}

/** A JSON schema of a Zod schema, whole. */
export const plainSchema = (
  schema: z.core.$ZodType,
  io: Direction,
): z.core.JSONSchema.BaseSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = shownAs.get(zodSchema)
      if (!shown || io === 'output') return
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
      Object.assign(jsonSchema, plainSchema(shown, io))
    },
  })
  return rest
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Only objects are worth a name; what is shorter than a reference is not. */
const isNameable = (schema: object) =>
  Reflect.get(schema, 'type') === 'object' && 'properties' in schema

/** The schemas among a module's exports, by the names under which it exports them. */
function schemasOf(modules: readonly object[]): [name: string, schema: z.core.$ZodType][] {
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, z.core.$ZodType][] =>
      isTree(value) && '_zod' in value && value instanceof z.core.$ZodType ? [[name, value]] : [],
    ),
  )
}

/**
 * The shared parts of one document.
 * @param modules contracts whose exported schemas keep their names
 */
export function components(modules: readonly object[]): Components {
  const wanted = new Map<string, string>()
  for (const [name, schema] of schemasOf(modules))
    for (const io of ['output', 'input'] as const) {
      const plain = plainSchema(schema, io)
      const text = JSON.stringify(plain)
      if (isNameable(plain) && !wanted.has(text)) wanted.set(text, name)
    }
  const given = new Map<string, string>()
  const schemas: Record<string, unknown> = {}

  function shared(value: unknown, direction: Direction): unknown {
    if (Array.isArray(value)) return value.map((one) => shared(one, direction))
    if (!isTree(value)) return value
    const text = isNameable(value) ? JSON.stringify(value) : ''
    const name = wanted.get(text)
    if (name === undefined) return parts(value, direction)
    const known = given.get(text) ?? give(name, text, value, direction)
    return { $ref: `#/components/schemas/${known}` }
  }

  /** What is asked for and what is answered can differ in what may be left out. */
  function give(name: string, text: string, value: object, direction: Direction): string {
    const free = Object.hasOwn(schemas, name)
      ? `${name}${direction === 'input' ? 'Given' : 'Answered'}`
      : name
    if (Object.hasOwn(schemas, free)) throw new Error(`Two schemas are named ${free}`)
    given.set(text, free)
    schemas[free] = {}
    schemas[free] = parts(value, direction)
    return free
  }

  const parts = (value: object, direction: Direction): object =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shared(one, direction)]))

  return {
    schema: (schema, direction) => Object(shared(plainSchema(schema, direction), direction)),
    schemas: () => Object.fromEntries(Object.entries(schemas).toSorted(byName)),
  }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
