import { FormatError, RequiredError } from './errors.ts'
import { type Format, formats } from './formats.ts'
import type { OperationInfo } from './operation.ts'
import { placesOf } from './places.ts'
import { preferredMediaType, stringify } from './serializer.ts'
import type { RequestContext } from './transport.ts'
import { version } from './version.ts'

/** What a caller gave, in the order of the method's parameters. */
export type Given = {
  readonly info: OperationInfo
  /** Group and name. */
  readonly operation: string
  readonly args: readonly unknown[]
  readonly server: string
  readonly token: string
  readonly random: () => number
}

/**
 * The request of a call.
 * @throws RequiredError, FormatError when a parameter is missing or has the wrong form
 */
export function requestOf({ info, operation, args, server, token, random }: Given): RequestContext {
  const names = [...info.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => camel(name))
  const parameters = info.body ? [...names, info.body] : names
  for (const [index, name] of parameters.entries()) required(args[index], name, info)
  const options = optionsOf(info, args)
  for (const name of info.required ?? []) required(options(camel(name)), camel(name), info)
  const body = info.body ? args[names.length] : undefined
  if (info.body) check(body, info.checks, `${info.body}.`, info)

  const headers: Record<string, string> = {
    accept: 'application/json, */*;q=0.8',
    // Browsers that do not let a page set it send their own.
    'user-agent': `countersign-webhooks-client/${version}/javascript`,
    'svix-req-id': String(Math.floor(random() * 2 ** 32)),
  }
  if (!info.open) headers.authorization = `Bearer ${token}`
  if (info.method === 'POST')
    headers['idempotency-key'] = String(options('idempotencyKey') ?? madeUpKey(random))
  const contentType = preferredMediaType(['application/json'])
  if (info.body) headers['content-type'] = contentType
  return {
    operation,
    method: info.method,
    url: `${server}/api/v1${pathOf(info, names, args)}${queryOf(info, options)}`,
    headers,
    ...(info.body && { body: stringify(body, contentType) }),
  }
}

/** Reads the options, which come last. */
export function optionsOf(info: OperationInfo, args: readonly unknown[]) {
  const position = (info.path.match(/\{/g)?.length ?? 0) + (info.body ? 1 : 0)
  const given = args[position]
  return (name: string): unknown =>
    typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
}

function required(value: unknown, name: string, { call }: OperationInfo): void {
  if (value === undefined || value === null) throw new RequiredError(name, call)
}

function check(
  value: unknown,
  checks: Readonly<Record<string, Format>> | undefined,
  prefix: string,
  { call }: OperationInfo,
): void {
  for (const [path, format] of Object.entries(checks ?? {}))
    for (const place of placesOf(value, path))
      if (!formats[format].test(place.value))
        throw new FormatError(prefix + place.path, formats[format].expected, call)
}

function pathOf(info: OperationInfo, names: readonly string[], args: readonly unknown[]): string {
  const values = args.slice(0, names.length).map(String)
  return info.path.replaceAll(/\{\w+\}/g, () => {
    const name = names[names.length - values.length] ?? ''
    const value = values.shift() ?? ''
    // They would change which operation is meant: URLs resolve dots even when they are encoded.
    if (value === '' || value === '.' || value === '..')
      throw new FormatError(name, 'an id or uid', info.call)
    return encodeURIComponent(value)
  })
}

function queryOf(info: OperationInfo, options: (name: string) => unknown): string {
  const query = new URLSearchParams()
  for (const wireName of info.query ?? []) {
    const name = camel(wireName)
    const given = options(name)
    if (given === undefined || given === null) continue
    const format = info.queryChecks?.[wireName]
    if (format && !formats[format].test(given))
      throw new FormatError(name, formats[format].expected, info.call)
    for (const value of Array.isArray(given) ? given : [given])
      query.append(wireName, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

/** The service keeps keys that begin so for clients. Unique, not secret: it counts for this token alone. */
const madeUpKey = (random: () => number): string =>
  `auto_${Array.from({ length: 4 }, () => word(random)).join('')}`

const word = (random: () => number) =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')

const camel = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
