import { ApiError, type Fetcher, parsed } from './client.ts'

/** How the helpers reach the product. */
export type FetcherOptions = {
  /** In front of every path, e.g. `/api`. */
  readonly base: string
  /** Sent with every call to the product, e.g. `X-User-Agent`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetcher?: Fetcher
}

/**
 * A non-2xx answer of a full URL, in the words of specification §8:
 * `(code {status}) An error occurred while fetching the data. Error message: {body}`.
 */
export class FetchError extends Error {
  readonly status: number
  /** The parsed JSON body, or its text. */
  readonly body: unknown
  constructor(status: number, text: string) {
    super(`(code ${status}) An error occurred while fetching the data. Error message: ${text}`)
    this.name = 'FetchError'
    this.status = status
    this.body = parsed(text)
  }
}

/**
 * Calls by path, for what no contract declares: the helpers of specification §7 and §8. A declared
 * operation is called through `client`.
 */
export function productFetchers({ base, headers = {}, fetcher = fetch }: FetcherOptions) {
  const send = (method: string, path: string, payload?: unknown) =>
    fetcher(`${base}/${path.replace(/^\/+/, '')}`, requestOf(method, payload, headers))
  const call = async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const response = await send(method, path, payload)
    const answer = parsed(await response.text())
    if (!response.ok)
      throw new ApiError(response.status, answer, idOf(response), response.statusText)
    return answer
  }
  return {
    /** GET on the product's API. Rejects with `ApiError`, as all of these. */
    get: (path: string) => call('GET', path),
    post: (path: string, payload?: unknown) => call('POST', path, payload),
    put: (path: string, payload?: unknown) => call('PUT', path, payload),
    delete: (path: string, payload?: unknown) => call('DELETE', path, payload),
    /** A file as the server renders it; the error's words are the status text. */
    pdf: async (id: string): Promise<Blob> => {
      const response = await send('GET', `pdf/${encodeURIComponent(id)}`)
      if (!response.ok) throw statusError(response)
      return response.blob()
    },
    /** Where embedded analytics are; undefined when that failed, which nobody is told of. */
    analytics: async (payload: unknown): Promise<unknown> => {
      try {
        const response = await send('POST', 'metabase/get-iframe-url', payload)
        if (!response.ok) throw statusError(response)
        return parsed(await response.text())
      } catch {
        return undefined
      }
    },
  }
}

/** Calls of full URLs. They reject with `FetchError`. */
export function urlFetchers(fetcher: Fetcher = fetch) {
  const call = async (method: string, url: string, payload?: unknown): Promise<unknown> => {
    const response = await fetcher(url, requestOf(method, payload, {}))
    const text = await response.text()
    if (!response.ok) throw new FetchError(response.status, text)
    // 204 means no content; so does an empty body.
    return parsed(text)
  }
  const post = (url: string, payload?: unknown) => call('POST', url, payload)
  return {
    get: (url: string) => call('GET', url),
    patch: (url: string, payload?: unknown) => call('PATCH', url, payload),
    post,
    /** The default data fetcher: what is asked for is the payload. */
    fetchData: ([url, payload]: readonly [url: string, payload: unknown]) => post(url, payload),
  }
}

function requestOf(
  method: string,
  payload: unknown,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  if (payload === undefined) return { method, headers: { ...headers } }
  return {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  }
}

const idOf = (response: Response) => response.headers.get('x-request-id')

const statusError = (response: Response) =>
  new ApiError(response.status, undefined, idOf(response), response.statusText)
