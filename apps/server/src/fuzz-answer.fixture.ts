import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Target } from './fuzz-request.fixture.ts'
import type { Schema } from './fuzz-schema.fixture.ts'

/** An answer, as far as it is checked. */
export type Answer = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/**
 * What is wrong with answers, by the document that promises them.
 * @param away statuses of 500 and above that an operation may answer, e.g. where the test has no provider
 */
export function answerFaults(away: (target: Target, status: number) => boolean = () => false) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('email', (text: string) => text.includes('@'))
  // Errors look the same in every operation; compiled once.
  const compiled = new Map<string, ValidateFunction>()
  const validator = (schema: Schema) => {
    const text = JSON.stringify(schema)
    const found = compiled.get(text) ?? ajv.compile(schema)
    compiled.set(text, found)
    return found
  }

  return (target: Target, { statusCode: status, headers, body }: Answer): string[] => {
    if (status >= 500 && !away(target, status)) return [`answers ${status}`]
    const schema = target.responses[status]
    if (schema === undefined) return [`answers ${status}, which is not documented`]
    if (/node_modules|\bat .+\.ts:\d+/.test(body)) return ['shows a stack']
    if (schema === null) {
      const isPage = status === 200 || (status >= 300 && status < 400)
      return body === '' || isPage ? [] : [`${status} has a body although none is documented`]
    }
    // Optional bodies are described as what they are when they are there.
    if (body === '' && validator(schema)({}) && status === 202) return []
    if (!/^application\/json\b/.test(String(headers['content-type'])))
      return [`${status} is not JSON but ${String(headers['content-type'])}`]
    const parsed = parsedJson(body)
    if (parsed === undefined) return [`${status} is not JSON although it says so`]
    const validate = validator(schema)
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
