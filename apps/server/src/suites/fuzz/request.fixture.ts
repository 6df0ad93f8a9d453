import fc from 'fast-check'
import { faultyBodies, faultyIds, faultyQueries } from './fault.fixture.ts'
import { type Kind, type Meant, type Schema, valuesOf } from './schema.fixture.ts'

type Media = { readonly schema: Schema; readonly example?: unknown }
type Content = { readonly content?: Readonly<Record<string, Media>> }
type Parameter = {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
type Described = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
}

/** An OpenAPI document, as far as requests are made from it. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** How a request is meant. */
export type Intent = 'valid' | 'edge' | 'bad body' | 'bad query' | 'bad id'

/** What of a request does not depend on what exists. */
export type Draft = {
  readonly intent: Intent
  readonly fault: string
  /** Encoded pairs. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly payload: string | Buffer | undefined
  readonly badId: string
  /** Chooses among what can be chosen. */
  readonly chance: number
}

/** One operation of a document, and requests to it. */
export type Target = {
  readonly id: string
  readonly method: Method
  /** Without a slash at its end. */
  readonly path: string
  readonly params: readonly string[]
  /** That of the ids in this list, e.g. `app_`. */
  readonly iteratorPrefix: string | undefined
  readonly drafts: Readonly<Record<Intent, fc.Arbitrary<Draft>>>
}

const copy = <T>(value: unknown): T => JSON.parse(JSON.stringify(value))

/**
 * The operations of a document.
 * @param given values of fields, by name, that only the test knows
 * @param examples whether one in four well-meant bodies is the document's own example, the same each time
 */
export function targetsOf(source: object, given: Meant = {}, examples = false): Target[] {
  const document: Document = copy(source)
  const lookup = (ref: string): Schema => copy(lookUp(document, ref))
  const values = valuesOf(lookup, given)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): Target[] => {
      const described = item[method.toLowerCase()]
      if (!described) return []
      const one = {
        ...described,
        parameters: (described.parameters ?? []).map((parameter) =>
          parameter.$ref === undefined
            ? parameter
            : copy<Parameter>(lookUp(document, parameter.$ref)),
        ),
      }
      const trimmed = path.replace(/\/$/, '')
      return [
        {
          id: one.operationId,
          method,
          path: trimmed,
          params: [...trimmed.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
          iteratorPrefix: prefixOf(one),
          drafts: draftsOf(one, values, examples),
        },
      ]
    }),
  )
}

const prefixOf = ({ parameters = [] }: Described): string | undefined =>
  /\^-\?([a-z]+_)/.exec(
    parameters.find(({ name }) => name === 'iterator')?.schema.pattern ?? '',
  )?.[1]

const lookUp = (document: object, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => Reflect.get(Object(at), key.replaceAll('~1', '/')), document)

const jsonOf = (body: Content | undefined) => body?.content?.['application/json']

type Pairs = (readonly [string, string])[]

function draftsOf(
  one: Described,
  values: ReturnType<typeof valuesOf>,
  examples: boolean,
): Target['drafts'] {
  const queries = (one.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const { schema: body, example } = jsonOf(one.requestBody) ?? {}
  const pairs = (kind: Kind): fc.Arbitrary<Pairs> =>
    fc
      .tuple(
        ...queries.map(({ name, required, schema }) => {
          const value = values(schema, kind, `?${name}`).map((given) => pairsOf(name, given))
          return required ? value : fc.option(value, { nil: [], freq: 3 }).map((some) => some ?? [])
        }),
      )
      .map((all) => all.flat())
  const payload = (kind: Kind) =>
    body
      ? values(body, kind).map((value) => JSON.stringify(value))
      : fc.constant<string | undefined>(undefined)
  const meant =
    example === undefined || !examples
      ? payload('plain')
      : fc.oneof(
          { weight: 3, arbitrary: payload('plain') },
          { weight: 1, arbitrary: fc.constant(JSON.stringify(example)) },
        )
  const drafts = (
    intent: Intent,
    parts: {
      fault?: fc.Arbitrary<string>
      query: fc.Arbitrary<Pairs>
      payload: fc.Arbitrary<string | Buffer | undefined>
    },
  ): fc.Arbitrary<Draft> =>
    fc.record({
      intent: fc.constant(intent),
      fault: parts.fault ?? fc.constant(''),
      query: parts.query,
      payload: parts.payload,
      badId: faultyIds,
      chance: fc.nat({ max: 999_999 }),
    })
  const bad = body ? faultyBodies(values(body, 'plain')) : fc.constant({ fault: '', payload: '{' })
  const anyQuery = fc.constantFrom(...queries.map(({ name }) => name), 'limit', 'unknown')
  return {
    valid: drafts('valid', { query: pairs('plain'), payload: meant }),
    edge: drafts('edge', { query: pairs('edge'), payload: payload('edge') }),
    'bad id': drafts('bad id', { query: pairs('plain'), payload: payload('plain') }),
    'bad query': drafts('bad query', {
      query: fc
        .tuple(pairs('plain'), fc.tuple(anyQuery, faultyQueries), fc.constantFrom('', '[]', '[0]'))
        .map(([good, [name, value], index]) => [
          ...good.filter(([other]) => other !== name || index !== ''),
          [`${name}${index}`, value],
        ]),
      payload: payload('plain'),
    }),
    'bad body': bad.chain(({ fault, payload: text }) =>
      drafts('bad body', {
        fault: fc.constant(fault),
        query: pairs('plain'),
        payload: fc.constant(text),
      }),
    ),
  }
}

function pairsOf(name: string, value: unknown): Pairs {
  if (value === undefined || value === null) return []
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => [name, encodeURIComponent(textOf(one).toWellFormed())])
}

/** A drawn object may have a `toString` that is no function, so it is never turned into text itself. */
const textOf = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
