import { SerializerError } from './errors.ts'

/** Media types by rank: JSON always wins, octets are the last resort. */
const ranks: Readonly<Record<string, number>> = {
  'application/json': Number.POSITIVE_INFINITY,
  'application/octet-stream': 0,
}

/** `Application/JSON; charset=utf-8` → `application/json`. */
export const normalizeMediaType = (mediaType: string | undefined): string | undefined =>
  mediaType?.split(';')[0]?.trim().toLowerCase()

/**
 * The best of the media types that the other side offers; JSON when it offers none.
 * @throws SerializerError when none of them is supported
 */
export function preferredMediaType(mediaTypes?: readonly string[]): string {
  if (!mediaTypes) return 'application/json'
  let best: string | undefined
  let bestRank = Number.NEGATIVE_INFINITY
  for (const mediaType of mediaTypes.map(normalizeMediaType)) {
    const rank = mediaType === undefined ? undefined : ranks[mediaType]
    if (rank === undefined || rank <= bestRank) continue
    best = mediaType
    bestRank = rank
  }
  if (best !== undefined) return best
  throw new SerializerError(`None of the given media types are supported: ${mediaTypes.join(', ')}`)
}

/**
 * A value as text of this media type.
 * @throws SerializerError when that is not JSON
 */
export function stringify(data: unknown, mediaType: string): string {
  if (mediaType === 'application/json') return JSON.stringify(data)
  throw new SerializerError(
    `The mediaType ${mediaType} is not supported by ObjectSerializer.stringify.`,
  )
}

/**
 * The value in a text of this media type.
 * @throws SerializerError when the type is missing or not JSON, SyntaxError when the text is not JSON
 */
export function parse(text: string, mediaType: string | undefined): unknown {
  if (mediaType === undefined)
    throw new SerializerError('Cannot parse content. No Content-Type defined.')
  if (mediaType === 'application/json') return JSON.parse(text)
  throw new SerializerError(
    `The mediaType ${mediaType} is not supported by ObjectSerializer.parse.`,
  )
}
