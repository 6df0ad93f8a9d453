import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import type { OpenapiDocument } from '../http/openapi.ts'

/** An answer, as far as it is checked. */
export type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Which operation answered: its method and its path with `{name}` for parameters. */
export type Asked = { readonly method: string; readonly path: string }

const documentId = 'https://document.example/'
const pointer = (...keys: readonly string[]) =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const read = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((at, key) => (isTree(at) ? Reflect.get(at, key) : undefined), value)

/**
 * What is wrong with answers, by the document that promises them.
 * @returns a function that says it in words; nothing when the answer is as promised
 */
export function answerFaults(document: OpenapiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('email', (text: string) => text.includes('@'))
  const source: object = JSON.parse(JSON.stringify(document))
  ajv.addSchema(source, documentId)
  // Errors look the same in every operation; compiled once.
  const compiled = new Map<string, ValidateFunction>()
  const validator = (at: string) => {
    const found = compiled.get(at) ?? ajv.compile({ $ref: `${documentId}#${encodeURI(at)}` })
    compiled.set(at, found)
    return found
  }

  /** Where the schema of an answer stands; null for none, undefined when nothing is promised. */
  function placeOf({ method, path }: Asked, status: number): string | null | undefined {
    const keys = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const answer = read(source, ...keys)
    if (answer === undefined) return undefined
    const ref = read(answer, '$ref')
    const [found, at] =
      typeof ref === 'string'
        ? [read(source, ...ref.slice(2).split('/')), ref.slice(1)]
        : [answer, pointer(...keys)]
    const content = ['content', 'application/json', 'schema']
    return read(found, ...content) === undefined ? null : at + pointer(...content)
  }

  return (asked: Asked, { statusCode: status, headers, body }: Answer): string[] => {
    const place = placeOf(asked, status)
    if (place === undefined) return [`answers ${status}, which is not documented`]
    if (/node_modules|\bat .+\.ts:\d+/.test(body)) return ['shows a stack']
    if (place === null) {
      const isPage = status === 200 || (status >= 300 && status < 400)
      return body === '' || isPage ? [] : [`${status} has a body although none is documented`]
    }
    // Optional bodies are described as what they are when they are there.
    if (body === '' && status === 202 && validator(place)({})) return []
    if (!/^application\/json\b/.test(String(headers['content-type'])))
      return [`${status} is not JSON but ${String(headers['content-type'])}`]
    const parsed = parsedJson(body)
    if (parsed === undefined) return [`${status} is not JSON although it says so`]
    const validate = validator(place)
    if (validate(parsed)) return []
    const errors = (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath.replaceAll(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`,
    )
    return [`${status} breaks its schema: ${[...new Set(errors)].slice(0, 4).join('; ')}`]
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Faults = ReturnType<typeof answerFaults>
const known = new WeakMap<OpenapiDocument, Faults>()

/**
 * Checks everything that a server answers against its document from here on; call it before routes are added.
 * @returns throws when anything was not as promised, to be called when the test is over
 */
export function checkAnswers(app: FastifyInstance, document: OpenapiDocument): () => void {
  const faultsOf = known.get(document) ?? answerFaults(document)
  known.set(document, faultsOf)
  const found = new Set<string>()
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
    // Each GET answers HEAD too, without a body.
    if (request.method === 'HEAD') return payload
    // Pages and files are not of the API; what has no route has no promise.
    if (path === undefined || read(document.paths, path) === undefined) return payload
    if (typeof payload !== 'string' && payload !== undefined && payload !== null) return payload
    const asked = { method: request.method, path }
    const answer = {
      statusCode: reply.statusCode,
      headers: reply.getHeaders(),
      body: payload ?? '',
    }
    for (const fault of faultsOf(asked, answer)) found.add(`${asked.method} ${path} ${fault}`)
    return payload
  })
  return () => {
    if (found.size > 0)
      throw new Error(`Answers that are not as documented:\n${[...found].join('\n')}`)
  }
}
