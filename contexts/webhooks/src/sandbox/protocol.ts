import * as z from 'zod/mini'

/** Code of a tenant, and the webhook that its `handler` is called with; null only checks the code. */
export type Script = {
  readonly code: string
  readonly webhook: {
    readonly url: string
    readonly eventType: string
    /** JSON text. */
    readonly payload: string
    /** What the code finds in `webhook.variables`; none when absent. */
    readonly variables?: Readonly<Record<string, string>>
    /** Largest payload that may come out of it, as JSON text. */
    readonly maxBytes: number
  } | null
}

const Transformed = z.object({
  ok: z.literal(true),
  method: z.enum(['POST', 'PUT']),
  url: z.string(),
  /** JSON text. */
  payload: z.string(),
  /** Nothing is to be sent; url and payload are empty. */
  cancel: z.boolean(),
})
/** What a transformation made of a webhook. */
export type Transformed = z.infer<typeof Transformed>

/** Of a webhook that its handler has canceled, and of code that was only checked. */
export const nothingSent: Transformed = {
  ok: true,
  method: 'POST',
  url: '',
  payload: '',
  cancel: true,
}

/**
 * Why there is nothing: the script itself, the time or memory that it took, or that it did not get
 * its turn.
 */
const Cause = z.enum(['script', 'overrun', 'busy'])

const Refused = z.object({
  ok: z.literal(false),
  cause: Cause,
  /** For the tenant, at most `longest` characters. */
  error: z.string(),
})
/** A script that made nothing. */
export type Refused = z.infer<typeof Refused>

/** What came of a script. */
export type ScriptResult = Transformed | Refused

/** A question to the sandbox process. */
export type Question = {
  readonly id: number
  /** Scripts of different tenants never share an engine. */
  readonly tenant: string
  readonly script: Script
}

/** Its answer; `id` 0 says that it is ready. */
export const Answer = z.object({
  id: z.int(),
  result: z.union([Transformed, Refused]),
  /** Milliseconds of CPU that the process has used in its life. */
  cpuMs: z.number(),
})
export type Answer = z.infer<typeof Answer>

const longest = 500
const texts = {
  overrun: 'The transformation took too much time or memory',
  busy: 'The transformation didn’t run: too many are queued',
} as const

/** A refusal in words that stay the same. NUL, which the database cannot hold, is left out. */
export function refused(cause: Refused['cause'], error?: string, line?: number): Refused {
  if (cause !== 'script') return { ok: false, cause, error: texts[cause] }
  const said = (error ?? 'unknown error').replaceAll('\0', '').slice(0, longest).toWellFormed()
  const where = line === undefined ? '' : ` (line ${line})`
  return { ok: false, cause, error: `Transformation failed: ${said}${where}` }
}

/** Engines that a process keeps for the tenants who were there last. */
export const warmEngines = 4
