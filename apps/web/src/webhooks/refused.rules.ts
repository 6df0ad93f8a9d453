import { ApiError } from '@countersign/kit/client'

/**
 * What the service says of single fields of a body, by the field’s name; empty for any other failure.
 * Its answers are `{detail: [{loc: ['body', 'url'], msg}]}`.
 */
export function refusedFields(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiError) || failure.status !== 422) return {}
  const { detail } = Object(failure.body)
  const found: Record<string, string> = {}
  for (const one of Array.isArray(detail) ? detail : []) {
    const { loc, msg } = Object(one)
    const field = Array.isArray(loc) ? loc[1] : undefined
    if (typeof field === 'string' && typeof msg === 'string') found[field] ??= msg
  }
  return found
}
