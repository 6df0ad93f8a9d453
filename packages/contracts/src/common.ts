import * as z from 'zod/mini'

/** A decentralised identifier, e.g. `did:ethr:0x51a4…`; at most 256 characters. */
export const Did = z
  .string()
  .check(
    z.maxLength(256),
    z.regex(/^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/, 'Expected a DID such as did:ethr:0x51a4'),
  )

/** An email address; before the @ stand at most 64 characters (RFC 5321). */
export const Email = () =>
  z.email().check(
    z.maxLength(254),
    z.refine((text) => text.lastIndexOf('@') <= 64, 'Enter an email address'),
  )

/** An instant in UTC, RFC 3339; PostgreSQL knows no year 0. */
export const Instant = z.iso.datetime().check(z.refine((text) => !text.startsWith('0000')))

/** The largest number that a PostgreSQL integer holds. */
export const maxInt = 2_147_483_647

/** A whole number from `min` up that the database can hold, such as a version. */
export const Whole = (min = 0) => z.int().check(z.minimum(min), z.maximum(maxInt))

/** The same in a query, where every value is text. */
export const WholeText = (min: number, max = maxInt) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max))

/** How a schema stands in an OpenAPI document where that cannot be read off what it accepts. */
export const shownAs = new WeakMap<object, z.core.$ZodType>()

/**
 * Values in a query: comma-separated, repeated, or both; from `min` to `max` of them. A single empty text is
 * an empty list.
 */
export const ListOf = <T extends z.ZodMiniType<unknown, string>>(item: T, max = 60, min = 0) => {
  const values = z.array(item).check(...(min > 0 ? [z.minLength(min)] : []), z.maxLength(max))
  const schema = z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value) =>
        value === '' ? [] : [value].flat().flatMap((part) => part.split(',')),
      ),
    ),
    values,
  )
  shownAs.set(schema, values)
  return schema
}

/**
 * Signs that nobody sees, or that turn the direction of what follows: with them one name looks like
 * another. Joiners are part of how some scripts are written.
 */
export const deceptive =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|(?<![\p{scx=Arab}\p{M}])[\u200c\u200d]/u

/** A text from elsewhere without such signs. */
export const stripInvisible = (text: string): string =>
  text.replaceAll(new RegExp(deceptive, 'gu'), '')

/** One line for people, such as a name: other companies see it between their own words. */
export const Line = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine((line) => !deceptive.test(line), 'Remove the invisible characters'),
  )

/** An opaque place in a list, as an answer named it. One that was altered, or is another list's, gives 422. */
export const Cursor = z.string().check(z.maxLength(3_000))

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
    /** Codes and ids that a program needs to go on, e.g. a transfer's current status. */
    details: z.optional(z.record(z.string(), z.unknown())),
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
