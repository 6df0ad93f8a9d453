import { EventTypeName } from '@countersign/contracts/webhooks'
import { answerAside } from '@countersign/kit/aside-answer'
import { isObject, schemaIssues } from '../schema/index.ts'
import { type DescribedType, typesOf } from './openapi.rules.ts'
import { SpecProblem } from './openapi-schema.rules.ts'
import type { SpecAnswer } from './spec-reader.ts'
import { parseSpec } from './spec-text.ts'

/** Largest sum of all schemas, as JSON text. */
const maxBytes = 8 * 1024 * 1024

function checked(types: readonly DescribedType[]): SpecAnswer {
  let bytes = 0
  for (const { name, schema } of types) {
    const shown = JSON.stringify(name.slice(0, 100))
    const form = EventTypeName.safeParse(name)
    if (!form.success) return { problem: `${shown}: ${form.error.issues[0]?.message}` }
    const [issue] = schemaIssues(schema && { '1': schema }, [])
    if (issue) return { problem: `${shown}: ${[...issue.loc.slice(1), issue.msg].join(': ')}` }
    bytes += schema === null ? 0 : JSON.stringify(schema).length
    if (bytes > maxBytes)
      return { problem: `All schemas together can have at most ${maxBytes} bytes` }
  }
  return { types }
}

function answer(data: unknown): SpecAnswer {
  try {
    const { text, spec } = isObject(data) ? data : {}
    return checked(typesOf(typeof text === 'string' ? parseSpec(text) : spec))
  } catch (error) {
    if (error instanceof SpecProblem) return { problem: error.message }
    // The stack ran out.
    if (error instanceof RangeError) return { problem: 'The document is nested too deep' }
    throw error
  }
}

answerAside(answer)
