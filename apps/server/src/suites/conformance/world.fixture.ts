import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Scene } from '@countersign/contracts/examples'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { client } from '@countersign/kit/client'
import { id } from '@countersign/kit/ids'
import { SignJWT } from 'jose'
import { serverFixture } from '../server.fixture.ts'

/** One of everything that an operation of the webhook service can name, and what bodies need. */
export type World = Scene & { readonly portalToken: string }

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** The webhook service as it is deployed, on a port of its own, and a receiver that takes everything. */
export async function conformanceFixture() {
  const fixture = await serverFixture({
    EGRESS_ALLOW_SUBNETS: '127.0.0.1/32',
    WEBHOOKS_ONE_TIME_LINKS: 'on',
  })
  const { app } = fixture.webhooks
  await app.listen({ port: 0, host: '127.0.0.1' })
  const serverUrl = urlOf(app.server.address())
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const target = `${urlOf(receiver.address())}/hook`
  const token = await new SignJWT({ sub: id('org', Date.now()) })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(fixture.secrets.webhooksJwtSecret))
  const org = client(contract, {
    base: `${serverUrl}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
  })
  let made = 0

  return {
    serverUrl,
    token,
    /** An application with one of everything, of which one message was delivered. */
    world: async (): Promise<World> => {
      const n = ++made
      const taken = { uid: `taken-${n}`, eventId: `event-${n}` }
      await org.application.create({ body: { name: 'Taken', uid: taken.uid } })
      const { id: app_id } = await org.application.create({ body: { name: 'One' } })
      const event_type_name = `conformance.e${n}`
      const schemas = { 1: { type: 'object', properties: { n: { type: 'integer' } } } }
      await org.eventType.create({ body: { name: event_type_name, description: 'E', schemas } })
      await org.endpoint.create({
        app_id,
        body: { url: target, uid: taken.uid, channels: ['none-of-these'] },
      })
      const endpoint = await org.endpoint.create({ app_id, body: { url: target } })
      const endpoint_id = endpoint.id
      const { id: integ_id } = await org.integration.create({ app_id, body: { name: 'I' } })
      const template = await org.transformationTemplate.create({
        body: {
          name: 'T',
          logo: 'https://a.example/l.png',
          transformation: 'function handler(webhook) { return webhook }',
        },
      })
      const since = new Date(Date.now() - 60_000).toISOString()
      const { id: task_id } = await org.endpoint.replay({ app_id, endpoint_id, body: { since } })
      const message = await org.message.create({
        app_id,
        body: { eventType: event_type_name, eventId: taken.eventId, payload: { n: 1 } },
      })
      const attempt_id = await firstAttempt(async () => {
        const { data } = await org.messageAttempt.listByMsg({ app_id, msg_id: message.id })
        return data[0]?.id
      })
      const { id: operational_id } = await org.operationalWebhookEndpoint.create({
        body: { url: target },
      })
      const poller = await org.pollingEndpoint.create({ app_id, body: {} })
      const portal = await org.authentication.appPortalAccess({ app_id, body: {} })
      const key = decodeURIComponent(new URL(portal.url).hash.replace('#key=', ''))
      const link: unknown = JSON.parse(Buffer.from(key, 'base64').toString())
      return {
        path: {
          app_id,
          endpoint_id,
          operational_id,
          sink_id: poller.id,
          consumer_id: 'one',
          event_type_name,
          integ_id,
          task_id,
          attempt_id,
          msg_id: message.id,
          transformation_template_id: template.id,
        },
        target,
        taken,
        fresh: `fresh-${n}`,
        ago,
        portalToken: portal.token,
        oneTimeToken: String(Reflect.get(Object(link), 'oneTimeToken')),
      }
    },
    close: async () => {
      await fixture.close()
      receiver.closeAllConnections()
      receiver.close()
      await once(receiver, 'close')
    },
  }
}

/** What `conformanceFixture` makes. */
export type ConformanceFixture = Awaited<ReturnType<typeof conformanceFixture>>

function urlOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('No port')
  return `http://127.0.0.1:${address.port}`
}

async function firstAttempt(look: () => Promise<string | undefined>): Promise<string> {
  const end = performance.now() + 20_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error('The message was not attempted')
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
