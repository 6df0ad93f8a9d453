import * as z from 'zod/mini'

const nameForm = /^[a-zA-Z0-9\-_.]+$/
const formMessage = 'String must match the following pattern: [a-zA-Z0-9\\-_.].'

/** A name of 1 to `max` characters of `[a-zA-Z0-9\-_.]`. */
export const Name = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'String must be at least one character', abort: true }),
      z.maxLength(max, 'String too long'),
      z.regex(nameForm, formMessage),
    )

/** A name that stands in addresses, where clients and proxies resolve `.` and `..` before they send. */
const NameInPath = Name(256).check(
  z.refine((name) => !/^\.\.?$/.test(name), '"." and ".." cannot be names.'),
)

/** Name of an event type, case-sensitive. */
export const EventTypeName = NameInPath

/** A name of the customer's own for an object; it must not look like our id (`prefix`). */
export const Uid = (prefix: string) =>
  NameInPath.check(
    z.refine(
      (uid) => !uid.startsWith(prefix),
      'Uids are not allowed to have the same prefix as the ID. Prefix with _?',
    ),
  )

const hasControl = (text: string) =>
  [...text].some((character) => (character.codePointAt(0) ?? 0) <= 8)

/** Text for people, without the control characters that no screen shows. */
export const Text = () =>
  z
    .string()
    .check(z.refine((text) => !hasControl(text), 'Control characters 0x00-0x08 not allowed.'))

/** Messages a second, 1 to 65535. */
export const RateLimit = (message: string) =>
  z.int().check(z.minimum(1, message), z.maximum(65535, 'Rate limits must not exceed 65535'))

const bytes = (text: string) =>
  [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
  }, 0)

/** Texts by name, at most 4096 bytes of JSON. */
export const Metadata = z
  .record(z.string(), z.string())
  .check(
    z.refine(
      (metadata) => bytes(JSON.stringify(metadata)) <= 4096,
      'metadata must be less than or equal to 4096 bytes',
    ),
  )

/** Whether each item stands once. */
export const noneTwice = (items: readonly string[]) => new Set(items).size === items.length

/** Channels, 1 to `max`, each once. */
export const Channels = (max: number) => {
  const message = `Channels must have at least 1 and at most ${max} items, or be set to null.`
  return z
    .array(Name(128))
    .check(
      z.minLength(1, message),
      z.maxLength(max, message),
      z.refine(noneTwice, 'Channels must be unique.'),
    )
}

const tagForm = /^[a-zA-Z0-9\-_./\\#]+$/

/** A label of a message, by which lists are filtered. */
export const Tag = z
  .string()
  .check(
    z.minLength(1, 'Tags must be at least one character'),
    z.maxLength(128, 'String too long'),
    z.regex(tagForm, 'String must match the following pattern: [a-zA-Z0-9\\-_./\\\\#].'),
  )

/** What orders messages: those with one key reach an ordered endpoint one at a time. */
export const OrderingKey = Text().check(
  z.minLength(1, 'orderingKey must be at least one character'),
  z.maxLength(256, 'orderingKey must not exceed 256 characters'),
)

/** Event types that an endpoint wants, at least one, each once. */
export const FilterTypes = z
  .array(EventTypeName)
  .check(
    z.minLength(1, "filterTypes can't be empty, it must have at least one item."),
    z.refine(noneTwice, 'filterTypes must be unique.'),
  )

/** The same of an endpoint. An empty list is refused, or stands for all types: see `docs/api/differences.md`. */
export const EndpointFilterTypes = z
  .array(EventTypeName)
  .check(z.refine(noneTwice, 'filterTypes must be unique.'))

/** A flag in a query: `true` or `false`. */
export const Flag = (fallback: boolean) =>
  z._default(
    z.union([
      z.boolean(),
      z.pipe(
        z.enum(['true', 'false']),
        z.transform((text) => text === 'true'),
      ),
    ]),
    fallback,
  )

/** A list in a query: repeated, joined by commas, or both. An empty one asks for nothing. */
export const Names = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => [value].flat().flatMap((part) => part.split(',').filter(Boolean))),
  ),
  z.array(EventTypeName),
)

const instantForm =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})? ?(Z|UTC|[+-]?\d{2}:?\d{2})$/i

/** Unix milliseconds of a text such as `2026-08-21T14:00:00.5+02:00` or `2026-08-21 12:00:00 UTC`. */
function parseInstant(text: string): number {
  const [, day, minutes, seconds = ':00', fraction = '.0', zone = ''] = instantForm.exec(text) ?? []
  // The plus sign of an offset becomes a space in a query that was not encoded.
  const offset = zone.replace(/^(\d{2}):?(\d{2})$/, '+$1:$2').replace(/^utc$/i, 'Z')
  return Date.parse(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${offset.toUpperCase()}`)
}

/** An instant in a query or body, any offset; the handler gets a `Date`. */
export const When = z.pipe(
  z.string().register(z.globalRegistry, { format: 'date-time' }),
  z.transform((text, context): Date => {
    const time = parseInstant(text)
    if (Number.isNaN(time))
      context.issues.push({
        code: 'invalid_type',
        expected: 'date',
        input: text,
        message: 'Expected an instant such as 2026-08-21T12:00:00Z',
      })
    return new Date(time)
  }),
)

/** Page size of a list. */
export const Limit = z._default(
  z.coerce
    .number()
    .check(
      z.int(),
      z.minimum(1, 'Given limit must be at least 1'),
      z.maximum(250, 'Given limit must not exceed 250'),
    ),
  50,
)

/** The place after which a list goes on; with a leading `-`, the place before which it ends. */
export const Iterator = (prefix: string) =>
  z.optional(
    z
      .string()
      .check(
        z.maxLength(256),
        z.regex(new RegExp(`^-?${prefix}[A-Za-z0-9]+$`), 'Invalid id. Expected different prefix'),
      ),
  )

/** Sort order of a list. */
export const Order = (fallback: Ordering) =>
  z._default(z.enum(['ascending', 'descending']), fallback)
export type Ordering = 'ascending' | 'descending'

/** One page of a list. Both iterators are set while it holds anything. */
export const page = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    iterator: z.nullable(z.string()),
    prevIterator: z.optional(z.nullable(z.string())),
    /** No more in the direction of travel. */
    done: z.boolean(),
  })

/** How far a message is on its way to one endpoint: 0 success, 1 pending, 2 fail, 3 sending, 4 canceled. */
export const MessageStatus = z.literal([0, 1, 2, 3, 4])
export type MessageStatus = z.infer<typeof MessageStatus>

/** The words for `MessageStatus` that clients from 1.82 on read. */
export const MessageStatusText = z.enum(['success', 'pending', 'fail', 'sending', 'canceled'])

const saysNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * A field that newer clients have and this service does not support yet. A value is refused, so that
 * nobody relies on it in vain; what says nothing (null, empty, the default) counts as absent.
 */
export const Unsupported = (name: string, ...defaults: readonly unknown[]) =>
  z
    .optional(
      z.custom<unknown>(
        (value) => saysNothing(value) || defaults.includes(value),
        `${name} is not supported`,
      ),
    )
    .register(z.globalRegistry, { description: 'Not supported: a value is refused' })

/** The filter of lists by one of a message’s tags. */
export const tag = z.optional(Tag)

/** A second name of a field, as newer clients have it. */
export const SameAs = <T extends z.core.$ZodType>(name: string, type: T) =>
  z.optional(z.nullable(type)).check(z.describe(`The same as ${name}; only one of them is needed`))

/** One of some numbers, in a query. The document names them too. */
export const NumberQuery = <const T extends number>(...numbers: T[]) =>
  z.optional(
    z.pipe(
      z.coerce.number().register(z.globalRegistry, { type: 'integer', enum: numbers }),
      z.literal(numbers),
    ),
  )
