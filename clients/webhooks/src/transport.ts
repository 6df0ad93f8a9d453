/** A call on its way out, as middleware sees it. */
export type RequestContext = {
  /** Group and name, e.g. `endpoint.create`. */
  readonly operation: string
  readonly method: string
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** An answer, before it is parsed or thrown. */
export type ResponseContext = {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sees, and may replace, each call before it is sent and each answer before it is read. All of them
 * run in the order given, both ways; a retry is part of the same call and is not seen.
 */
export type Middleware = {
  readonly pre?: (request: RequestContext) => RequestContext | Promise<RequestContext>
  readonly post?: (
    response: ResponseContext,
    request: RequestContext,
  ) => ResponseContext | Promise<ResponseContext>
}

/** What the client needs of the world; tests hand in their own. */
export type Outside = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
  /** From 0 to below 1. */
  readonly random: () => number
}

/** The outside of a browser or of Node; `fetch` is looked up at each call, so it can be instrumented. */
export const world: Outside = {
  fetch: (url, init) => globalThis.fetch(url, init),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
  random: Math.random,
}

/** Waits between the attempts in milliseconds; so there are three at the most. */
const waits = [50, 100]

/** Sends a call through the middleware, with retries. */
export async function send(
  request: RequestContext,
  outside: Outside,
  middleware: readonly Middleware[],
  signal?: AbortSignal,
): Promise<ResponseContext> {
  let sent = request
  for (const { pre } of middleware) if (pre) sent = await pre(sent)
  let response = await attempts(sent, outside, signal)
  for (const { post } of middleware) if (post) response = await post(response, sent)
  return response
}

/** Tries again on a network failure and on a status of 500 or above, but not once it was aborted. */
async function attempts(
  request: RequestContext,
  outside: Outside,
  signal: AbortSignal | undefined,
): Promise<ResponseContext> {
  for (let retry = 0; ; retry++) {
    const wait = waits[retry]
    try {
      const response = await attempt(request, retry, outside, signal)
      if (response.status < 500 || wait === undefined) return response
    } catch (error) {
      if (wait === undefined || signal?.aborted) throw error
    }
    await outside.wait(wait)
    signal?.throwIfAborted()
  }
}

async function attempt(
  { method, url, headers, body }: RequestContext,
  retry: number,
  { fetch }: Outside,
  signal: AbortSignal | undefined,
): Promise<ResponseContext> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(retry > 0 && { 'svix-retry-count': String(retry) }) },
    credentials: 'same-origin',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
