import * as z from 'zod/mini'

/** A decentralised identifier, e.g. `did:ethr:0x51a4…`; at most 256 characters. */
export const Did = z
  .string()
  .check(
    z.maxLength(256),
    z.regex(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, 'Expected a DID such as did:ethr:0x51a4'),
  )

/** An instant in UTC, RFC 3339. */
export const Instant = z.iso.datetime()

/** Error body of the product API (specification §8): `err.message` is what its helpers read. */
export const ProductError = z.object({
  err: z.object({
    name: z.string(),
    code: z.int(),
    message: z.string(),
    fields: z.optional(
      z.array(
        z.object({
          loc: z.array(z.union([z.string(), z.int()])),
          msg: z.string(),
          type: z.string(),
        }),
      ),
    ),
  }),
})

/** Error body of the webhook service for every status but 422. */
export const HttpErrorOut = z.object({ code: z.string(), detail: z.string() })

/** Error body of the webhook service for 422. */
export const HTTPValidationError = z.object({
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
    }),
  ),
})
