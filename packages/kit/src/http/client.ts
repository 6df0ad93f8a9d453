import type { Access, Contract, Operation, Reply, Request } from '@countersign/contracts'

/** Calls one operation, and knows its name (`vasp.get`) and who may call it. */
export type Call<I, R> = {
  (request: I, init?: RequestInit): Promise<R>
  readonly operation: string
  readonly access: Access
}

/** A {@link Call} for each operation of a contract. */
export type Client<C extends Contract> = {
  readonly [G in keyof C]: {
    readonly [K in keyof C[G]]: Call<Request<C[G][K]>, Reply<C[G][K]>>
  }
}

/** Any `fetch`, also one that calls a server in the same process. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>

/** How a client reaches its server. */
export type ClientOptions = {
  /** In front of every path, e.g. `/api` or `https://host/api/v1`. */
  readonly base: string
  /** Sent with every call, e.g. `{'X-User-Agent': 'countersign-dashboard/1'}`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetcher?: Fetcher
}

/** A non-2xx answer. The message is `error code {status}: {message}` (specification §8). */
export class ApiError extends Error {
  readonly status: number
  /** The parsed JSON body, or its text. */
  readonly body: unknown
  readonly requestId: string | null
  constructor(status: number, body: unknown, requestId: string | null, statusText: string) {
    super(`error code ${status}: ${messageOf(body) ?? statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.requestId = requestId
  }
}

/** The text for people in an error body of the product or of the webhook service. */
function messageOf(body: unknown): string | undefined {
  const read = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const found =
    read(read(body, 'err'), 'message') ?? read(read(body, 'error'), 'name') ?? read(body, 'detail')
  return typeof found === 'string' ? found : undefined
}

/** A typed client of a contract. Rejects with `ApiError`, or with fetch's error when unreachable. */
export function client<C extends Contract>(contract: C, options: ClientOptions): Client<C> {
  const groups = Object.entries(contract).map(([group, operations]) => [
    group,
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        Object.assign(
          (request: Record<string, unknown>, init?: RequestInit) =>
            call(operation, options, request, init),
          { operation: `${group}.${name}`, access: operation.access },
        ),
      ]),
    ),
  ])
  return Object.fromEntries(groups)
}

async function call(
  operation: Operation,
  { base, headers, fetcher = fetch }: ClientOptions,
  request: Record<string, unknown>,
  init?: RequestInit,
): Promise<unknown> {
  const { body } = request
  const type = operation.form ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await fetcher(base + addressOf(operation, request), {
    ...init,
    method: operation.method,
    headers: {
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
      ...Object.fromEntries(new Headers(init?.headers)),
    },
    ...(body !== undefined && { body: operation.form ? formOf(body) : JSON.stringify(body) }),
  })
  const answer = parsed(await response.text())
  if (response.ok) return answer
  throw new ApiError(
    response.status,
    answer,
    response.headers.get('x-request-id'),
    response.statusText,
  )
}

/** The path of a call with its parameters filled in and its query; lists are joined by commas. */
export function addressOf(
  operation: Operation,
  request: Readonly<Record<string, unknown>>,
): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request[name])),
  )
  const query = new URLSearchParams(
    Object.entries(request.query ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return query ? `${path}?${query}` : path
}

const formOf = (body: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(body)).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()

/** A body as JSON, or as the text that it is; nothing when it is empty. */
export function parsed(text: string): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
