import type { Operation } from '@countersign/contracts'
import * as z from 'zod/mini'
import { fail, type Issue, invalid } from './errors.ts'

/**
 * Refuses query names that the operation does not have: a misspelt filter must not mean "everything".
 * Whoever sends a browser here may add names of their own, as sign-in providers do.
 */
export function refuseUnknown({ query, navigation }: Operation, given: unknown): void {
  if (navigation) return
  const issues = Object.keys(Object(given))
    .filter((name) => !Object.hasOwn(query?._zod.def.shape ?? {}, name))
    .map((name) => ({ loc: ['query', name], msg: 'Unknown parameter', type: 'unrecognized_keys' }))
  if (issues.length > 0)
    throw fail('invalid', `query.${issues[0]?.loc[1]}: Unknown parameter`, { issues })
}

/** What a schema makes of a part of a request. @throws 422 with every rule that is broken */
export function parse(schema: z.core.$ZodType, value: unknown, where: string): unknown {
  if (where === 'query') refuseNul(value)
  const result = z.safeParse(schema, where === 'query' ? (value ?? {}) : value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) => issuesOf(issue, where))
  const first = issues[0]
  throw fail('invalid', first ? `${first.loc.join('.')}: ${first.msg}` : 'Invalid request', {
    issues,
  })
}

/** No text of ours holds a NUL, and PostgreSQL would refuse it without saying where it stood. */
function refuseNul(query: unknown): void {
  for (const [name, value] of Object.entries(Object(query)))
    if ([value].flat().some((one) => String(one).includes('\0')))
      throw invalid(['query', name], 'Text can’t contain NUL')
}

function issuesOf(issue: z.core.$ZodIssue, where: string): Issue[] {
  const loc = [where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ loc: [...loc, key], msg: 'Unknown field', type: issue.code }))
  return [{ loc, msg: issue.message, type: issue.code }]
}
