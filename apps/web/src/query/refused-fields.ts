import { ApiError } from '@countersign/kit/client'
import * as z from 'zod/mini'

const Refusal = z.object({
  err: z.object({
    fields: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  }),
})

/** What the server said of single fields, each with its place in the body. */
export function refusals(failure: unknown): { path: (string | number)[]; message: string }[] {
  const body = failure instanceof ApiError ? z.safeParse(Refusal, failure.body) : undefined
  const fields = body?.data?.err.fields ?? []
  return fields.map(({ loc, msg }) => ({ path: loc.slice(1), message: msg }))
}
