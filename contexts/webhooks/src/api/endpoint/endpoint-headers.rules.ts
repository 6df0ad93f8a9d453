import type { EndpointHeaders } from '../../endpoint-secret.ts'

/** Headers whose values are never shown again (contract 5.4). */
const sensitive = new Set([
  'x-auth-token',
  'www-authenticate',
  'authorization',
  'proxy-authenticate',
  'proxy-authorization',
])

const forbidden = new Set([
  'user-agent',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailers',
  'transfer-encoding',
  'upgrade',
  'age',
  'cache-control',
  'clear-site-data',
  'expires',
  'pragma',
  'warning',
  'content-length',
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
  // Not in the published list: these steer the connection itself.
  'host',
  'connection',
  'expect',
  'trailer',
])

const forbiddenPrefixes = [
  'x-amz-',
  'x-amzn-',
  'x-google',
  'x-goog-',
  'x-gfe',
  'x-azure-',
  'x-fd-',
  'x-svix-',
  'svix-',
  'webhook-',
]

/** True for a header whose value stays hidden. */
export const isSensitive = (name: string) => sensitive.has(name.toLowerCase())

/** What is wrong with the name of a custom header, or null. */
export function headerNameProblem(name: string): string | null {
  const lower = name.toLowerCase()
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]{1,256}$/.test(lower)) return 'Invalid Header Name.'
  if (forbidden.has(lower)) return 'Header uses a forbidden key.'
  if (forbiddenPrefixes.some((prefix) => lower.startsWith(prefix)))
    return 'Header starts with a forbidden prefix.'
  return null
}

/** What is wrong with the value of a custom header, or null. */
export function headerValueProblem(value: string): string | null {
  const codes = [...value].map((character) => character.codePointAt(0) ?? 0)
  if (codes.some((code) => (code < 0x20 && code !== 9) || code === 0x7f || code > 0xff))
    return 'Invalid Header Value.'
  return codes.reduce((sum, code) => sum + (code < 0x80 ? 1 : 2), 0) > 4096
    ? 'Maximum header length is 4096 bytes'
    : null
}

/** Headers with some set and, where the value is null, some removed; names match in any case. */
export function patchedHeaders(
  headers: EndpointHeaders,
  changes: Readonly<Record<string, string | null>>,
): EndpointHeaders {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()))
  const set = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  return Object.fromEntries([...kept, ...set])
}

/** What may be shown of headers: values, and only the names of sensitive ones. */
export function shownHeaders(headers: EndpointHeaders, withValues: boolean) {
  const entries = Object.entries(headers)
  const isHidden = (name: string) => !withValues || isSensitive(name)
  return {
    headers: Object.fromEntries(entries.filter(([name]) => !isHidden(name))),
    sensitive: entries.flatMap(([name]) => (isHidden(name) ? [name] : [])),
  }
}
