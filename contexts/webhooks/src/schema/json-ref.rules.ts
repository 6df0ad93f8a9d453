/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object, which a list is not. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `$ref` names within the document, e.g. `#/definitions/A`; undefined when it is not there. */
export function refTarget(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  const [, ...parts] = ref.split('/')
  return parts.map(partName).reduce<unknown>(memberOf, document)
}

/** The last part of a reference: the name of what it names. */
export const refName = (ref: string): string => partName(ref.split('/').at(-1) ?? '')

function partName(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
