import { fail, type Issue } from '@countersign/kit/errors'
import { schemaProblem } from './json-schema.rules.ts'

/** JSON Schemas by version. */
export type Schemas = Readonly<Record<string, unknown>>

/** Largest schema of one version, as JSON text. */
const maxSchemaBytes = 64 * 1024

/** What is wrong with the schemas of an event type that stands at `loc`. */
export function schemaIssues(schemas: Schemas | null | undefined, loc: Issue['loc']): Issue[] {
  return Object.entries(schemas ?? {}).flatMap(([version, schema]) => {
    const at = [...loc, version]
    if (Buffer.byteLength(JSON.stringify(schema)) > maxSchemaBytes)
      return [issue(at, `A schema can have at most ${maxSchemaBytes} bytes`)]
    const problem = schemaProblem(schema)
    return problem ? [issue([...at, ...problem.path], problem.message)] : []
  })
}

const issue = (loc: Issue['loc'], msg: string): Issue => ({ loc, msg, type: 'value_error' })

/** Refuses what has issues. @throws 422 with all of them */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues
  if (first) throw fail('invalid', `${first.loc.join('.')}: ${first.msg}`, { issues })
}
