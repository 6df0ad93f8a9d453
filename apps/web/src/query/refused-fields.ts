import { ApiError } from '@countersign/kit/client'
import * as z from 'zod/mini'

const Refusal = z.object({
  err: z.object({
    fields: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  }),
})

/** What the server said of single fields, by the part of their place at `depth` (0 is `body`). */
export function refusedFields(failure: Error | null, depth: number): Record<string, string> {
  const body = failure instanceof ApiError ? z.safeParse(Refusal, failure.body) : undefined
  return Object.fromEntries(
    body?.data?.err.fields.map(({ loc, msg }) => [String(loc[depth] ?? ''), msg]) ?? [],
  )
}
