import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

/** One request as it arrived. */
export type Got = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What to answer; `cut` ends the connection without an answer. */
export type Answer =
  | { readonly status: number; readonly type?: string; readonly body?: string }
  | 'cut'

/** A JSON answer. */
export const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

/** An HTTP server that gives the answers of a list in turn, the last one for ever. */
export async function fakeServer() {
  const got: Got[] = []
  const script: { answers: Answer[] } = { answers: [json(200, {})] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { method = '', url: path = '', headers } = request
    got.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    const answer = script.answers.length > 1 ? script.answers.shift() : script.answers[0]
    if (answer === 'cut' || !answer) return request.socket.destroy()
    response
      .writeHead(answer.status, answer.type ? { 'content-type': answer.type } : {})
      .end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    got,
    /** Forgets what came, and answers so from now on. */
    answer: (...answers: Answer[]) => {
      got.length = 0
      script.answers = answers
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What `fakeServer` makes. */
export type FakeServer = Awaited<ReturnType<typeof fakeServer>>

/** What a promise is rejected with; a success is an error of the test. */
export async function thrown(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Error) return error
  throw new Error('The call succeeded although it should have failed')
}
