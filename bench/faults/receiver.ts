import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Endpoint, History } from './history.ts'

/** Receives webhooks at `/<name>` as the endpoint of that name behaves, and writes history. */
export async function startReceiver(history: History, random: () => number) {
  const endpoints = new Map<string, Endpoint & { verifier: Webhook }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      void receive(url.slice(1), headers, Buffer.concat(chunks).toString(), response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const receive = async (
    name: string,
    headers: IncomingHttpHeaders,
    body: string,
    response: ServerResponse,
  ) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) return response.writeHead(404).end()
    const ok = random() >= endpoint.behaviour.failing
    if (endpoint.behaviour.slowMs > 0) await sleep(endpoint.behaviour.slowMs)
    // Whoever sent it is dead: it has not heard an answer.
    if (response.destroyed || response.socket?.destroyed !== false) return response
    history.receipts.push({
      msgId: String(headers['webhook-id']),
      endpointId: endpoint.id,
      mark: String(JSON.parse(body).mark),
      at: performance.now(),
      ok,
      signed: holds(endpoint.verifier, body, headers),
    })
    return response.writeHead(ok ? 204 : 500).end()
  }

  return {
    url: (name: string) => `http://127.0.0.1:${port}/${name}`,
    expect: (name: string, endpoint: Endpoint) => {
      endpoints.set(name, { ...endpoint, verifier: new Webhook(endpoint.key) })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function holds(verifier: Webhook, body: string, headers: IncomingHttpHeaders): boolean {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  try {
    verifier.verify(body, Object.fromEntries(texts))
    return true
  } catch {
    return false
  }
}
