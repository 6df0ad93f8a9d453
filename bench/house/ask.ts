/** Somebody of a company, as requests carry them. */
export type Signed = { readonly did: string; readonly cookie: string }

type Answer = {
  readonly status: number
  readonly body: Record<string, unknown>
  /** Seconds to wait, where the company asked too much. */
  readonly retryAfter: number
}

/** Calls the API of one process as somebody. */
export async function ask(
  front: string,
  { cookie }: Signed,
  [method, path, body]: readonly ['GET' | 'POST', string, object?],
): Promise<Answer> {
  const answer = await fetch(`${front}/api${path}`, {
    method,
    headers: {
      ...{ cookie, 'x-user-agent': 'bench' },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    body: isJson ? JSON.parse(text) : { bytes: text.length },
    retryAfter: Number(answer.headers.get('retry-after') ?? 0),
  }
}

/** The same. @throws unless it succeeds */
export async function told(...asked: Parameters<typeof ask>): Promise<Record<string, unknown>> {
  const { status, body } = await ask(...asked)
  if (status >= 300) throw new Error(`${asked[2][1]}: ${status} ${JSON.stringify(body)}`)
  return body
}
