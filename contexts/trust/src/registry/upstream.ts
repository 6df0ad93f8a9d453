import { fail } from '@countersign/kit/errors'

/** A `fetch`, as far as registers need it. */
export type UpstreamFetch = (url: string, init: RequestInit) => Promise<Response>

/** How to ask a register. */
type Question = {
  /** As the sentences name it. */
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly fetcher?: UpstreamFetch | undefined
}

const largest = 1_000_000

/**
 * Asks an address that the operator configured, never one that a user gave. Its own words are not shown.
 * @returns the parsed JSON, or null when it answers 404
 * @throws 502 when it refuses us or answers nonsense, 503 when it is away or busy
 */
export async function askUpstream(question: Question): Promise<unknown> {
  const { name, url, headers, timeoutMs, fetcher = fetch } = question
  const away = () =>
    fail(
      'unavailable',
      `${name} can’t be reached. Enter the details yourself or try again later.`,
      {
        wire: 'UpstreamUnavailable',
        retryAfter: 30,
      },
    )
  const wrong = (wire: string) =>
    fail(
      'bad_gateway',
      `${name} gave no usable response. Enter the details yourself or try again later.`,
      {
        wire,
      },
    )
  const answer = await fetcher(url, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw away()
  })
  if (answer.status === 404) return null
  if (answer.status === 401 || answer.status === 403) throw wrong('UpstreamAuth')
  if (answer.status === 429)
    throw fail('unavailable', `${name} is busy. Enter the details yourself or try again later.`, {
      wire: 'UpstreamBusy',
      retryAfter: Number(/^\d{1,5}$/.exec(answer.headers.get('retry-after') ?? '')?.[0] ?? 60),
    })
  if (!answer.ok) throw wrong('UpstreamError')
  const text = await read(answer).catch(() => {
    throw away()
  })
  try {
    return text === undefined ? unreadable() : JSON.parse(text)
  } catch {
    throw wrong('UpstreamError')
  }
}

const unreadable = () => {
  throw new SyntaxError('The answer is too long')
}

/** The text of an answer, or undefined when it is longer than any record. */
async function read(answer: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > largest) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
