import * as z from 'zod/mini'

/** The body's part that each field fills, where it has another name: `afterHours: 'onNoResponse.afterMinutes'`. */
export type Places<V> = { readonly [N in keyof V]?: string }

/** What is wrong with a field, by its name. */
export type Wrong = Readonly<Record<string, string>>

/** What a schema refuses, in words of ours; what the schema says itself comes first. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'Fill this in' : `Enter at least ${issue.minimum} characters`
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Enter at most ${issue.maximum} characters`
  if (issue.code === 'too_small') return `At least ${issue.minimum}`
  if (issue.code === 'too_big') return `At most ${issue.maximum}`
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Enter an email address'
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'Enter a number'
  return 'Check this value'
}

/** The field that fills the part of a body: the one whose place is the longest that the path begins with. */
function fieldAt<V extends object>(
  defaults: V,
  places: Places<V>,
  path: readonly PropertyKey[],
): string | undefined {
  const whole = `${path.map(String).join('.')}.`
  const placeOf = (name: string) => places[name as keyof V] ?? name
  return Object.keys(defaults)
    .filter((name) => whole.startsWith(`${placeOf(name)}.`))
    .sort((a, b) => placeOf(b).length - placeOf(a).length)[0]
}

/** Says each fault at the field that it concerns. Faults of what has no field are left out. */
export function atFields<V extends object>(
  defaults: V,
  places: Places<V>,
  faults: readonly { path: readonly PropertyKey[]; message: string }[],
): Wrong {
  const wrong: Record<string, string> = {}
  for (const { path, message } of faults) {
    const name = fieldAt(defaults, places, path)
    if (name !== undefined) wrong[name] ??= message
  }
  return wrong
}

/** What the schema of an operation's body refuses, at the fields. */
export const refusedBySchema = <V extends object>(
  schema: z.core.$ZodType,
  body: unknown,
  defaults: V,
  places: Places<V>,
): Wrong =>
  atFields(defaults, places, z.safeParse(schema, body, { error: wordsOf }).error?.issues ?? [])
