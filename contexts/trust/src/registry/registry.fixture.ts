import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a fake register answers: as it should, or in one of the ways in which it fails. */
export type Mood = 'well' | 'busy' | 'html' | 'broken' | 'refusing' | 'silent' | 'other'

/** A server on loopback that answers as `answer` says, and remembers what it was asked. */
export async function fakeRegister(
  answer: (request: IncomingMessage) => { status: number; body: unknown },
) {
  const asked: { url: string; headers: IncomingMessage['headers'] }[] = []
  const state: { mood: Mood; body: unknown } = { mood: 'well', body: undefined }
  const moods: Record<Exclude<Mood, 'well'>, (response: ServerResponse) => void> = {
    busy: (response) => response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
    html: (response) => response.writeHead(200).end('<html>secret upstream page</html>'),
    broken: (response) => response.writeHead(500).end('secret upstream stack'),
    refusing: (response) => response.writeHead(401).end('secret upstream refusal'),
    silent: () => undefined,
    other: (response) => response.writeHead(200).end(JSON.stringify(state.body)),
  }
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    if (state.mood !== 'well') return moods[state.mood](response)
    const { status, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    state,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
