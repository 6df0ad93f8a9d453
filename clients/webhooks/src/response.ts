import { ApiException } from './errors.ts'
import type { OperationInfo } from './operation.ts'
import { placesOf } from './places.ts'
import { normalizeMediaType, parse } from './serializer.ts'
import type { ResponseContext } from './transport.ts'

/** Statuses whose body is an `HttpErrorOut`, or for 422 an `HTTPValidationError`. */
const listed = [400, 401, 403, 404, 409, 422, 429]

/**
 * The value of an answer, with its instants as `Date`; undefined when the answer has no body.
 * @throws ApiException when the service refused, SerializerError when the answer is not JSON
 */
export function answerValue(
  info: OperationInfo,
  { status, headers, body }: ResponseContext,
): unknown {
  const mediaType = normalizeMediaType(headers['content-type'])
  if (info.empty?.includes(status)) return undefined
  if (listed.includes(status)) throw new ApiException(status, parse(body, mediaType), headers)
  if (status < 200 || status > 299)
    throw new ApiException(status, `Unknown API Status Code!\nBody: "${body}"`, headers)
  // An operation without an answer has none under another status either, unless it says something.
  if (info.empty && body === '') return undefined
  const value = parse(body, mediaType)
  for (const path of info.dates ?? [])
    for (const place of placesOf(value, path)) place.replace(new Date(String(place.value)))
  return value
}
