import * as z from 'zod/mini'

// "type/subtype; parameter=value", in the characters that a header may hold.
const mediaType =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+( *; *[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"[ !#-[\]-~]*"))*$/

const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0')

const RawPayload = z
  .string()
  .check(z.refine(isKeepable, 'Text can’t contain NUL or unpaired surrogates'))

const ContentType = z.string().check(z.maxLength(256), z.regex(mediaType))

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Refuses every other member by name, unless it is null. */
const only = (known: (name: string) => boolean) => (context: z.core.ParsePayload<object>) => {
  for (const [name, value] of Object.entries(context.value))
    if (!known(name) && isGiven(value))
      context.issues.push({
        code: 'custom',
        path: [name],
        message: `${name} is not supported`,
        input: value,
      })
}

const isContentType = (name: string) => name.toLowerCase() === 'content-type'

const Headers = z.record(z.string(), z.nullable(z.string())).check(
  only(isContentType),
  z.refine((headers) => Object.values(headers).filter(isGiven).length <= 1, 'One content-type'),
  z.refine(
    (headers) =>
      Object.entries(headers).every(
        ([name, value]) =>
          !isContentType(name) || value === null || ContentType.safeParse(value).success,
      ),
    'content-type must be a media type such as text/xml',
  ),
)

/**
 * The payload as some clients send it: a text that goes out as it stands, with a content type of its
 * own if `headers` names one. Where it is present, it takes the place of `payload`.
 */
export const TransformationsParams = z
  .looseObject({
    rawPayload: z.optional(z.nullable(RawPayload)),
    headers: z.optional(z.nullable(Headers)),
  })
  .check(only((name) => name === 'rawPayload' || name === 'headers'))
export type TransformationsParams = z.infer<typeof TransformationsParams>

/** The content type that `headers` asks for, if any. */
export const contentTypeIn = ({ headers }: TransformationsParams): string | null =>
  Object.entries(headers ?? {}).find(([name]) => isContentType(name))?.[1] ?? null
