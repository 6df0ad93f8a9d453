import { once } from 'node:events'
import { createServer } from 'node:http'
import { HandoverError } from '@countersign/kit/outbox.rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageSender, type ServiceSender } from './message-sender.ts'

/** A webhook service that answers with the status that the payload asks for, and checks what it gets. */
const service = createServer(async (request, response) => {
  const { eventType, eventId, payload } = JSON.parse(await new Response(request).text())
  const isRight =
    request.method === 'POST' &&
    request.url === '/hooks/api/v1/app/did-a%2Fb/msg' &&
    request.headers.authorization === 'Bearer key' &&
    request.headers['content-type'] === 'application/json' &&
    eventType === 'vasp.updated' &&
    eventId === 'evt_1'
  if (payload.status === 0) return request.socket.destroy()
  response.writeHead(isRight ? payload.status : 418).end('{"code":"refused","detail":"Refused"}')
})

let sender: ServiceSender
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  sender = messageSender({ url: `http://127.0.0.1:${port}/hooks`, token: 'key' })
})
afterAll(async () => {
  await sender.close()
  service.close()
})

const send = (status: number) =>
  sender
    .send('did-a/b', {
      ...{ eventType: 'vasp.updated', eventId: 'evt_1', orderingKey: 'did-a/b' },
      payload: { status },
    })
    .then(
      () => 'taken',
      (error: unknown) => (error instanceof HandoverError ? error.scope : error),
    )

test('[WH-18] an answer of the webhook service says how much has to wait', async () => {
  const scopes: Record<number, string> = {}
  const statuses = [202, 409, 400, 413, 422, 500, 404, 401, 403, 429, 502, 503, 504, 0]
  for (const status of statuses) scopes[status] = String(await send(status))
  expect(scopes).toEqual({
    202: 'taken',
    // It has this event already.
    409: 'taken',
    400: 'object',
    413: 'object',
    422: 'object',
    500: 'object',
    404: 'company',
    401: 'service',
    403: 'service',
    429: 'service',
    502: 'service',
    503: 'service',
    504: 'service',
    // The connection broke.
    0: 'service',
  })
})
