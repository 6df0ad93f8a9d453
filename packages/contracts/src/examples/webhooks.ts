import type { Example, Given, RequestExample, Scene } from './scene.ts'
import { newerExamples } from './webhooks-newer.ts'

const handler = 'function handler(webhook) { return webhook }'
const logo = 'https://example.com/logo.png'
/** Breaks the rule for names. */
const noName = 'not a name!'

const template = (name: string) => ({ name, logo, transformation: handler })
const simulation: Example = {
  good: { body: { code: handler, eventType: 'a', payload: { a: 1 } } },
  answer: { payload: '{"a":1}', method: 'POST' },
  invalid: [{ body: { code: 'short', eventType: 'a', payload: {} } }],
}
const wrongMessages: readonly Given[] = [
  { body: { eventType: noName, payload: {} } },
  { body: { eventType: 'a', payload: [] } },
  { body: { eventType: 'a', payload: {}, channels: [] } },
]
const started = (task: string) => ({ task, status: 'running' })

/** The webhook service's operations that need more than their path, by their name in the contract. */
export const webhookExamples = (scene: Scene): Readonly<Record<string, Example>> => ({
  ...applicationExamples(scene),
  ...endpointExamples(scene),
  ...eventTypeExamples(scene),
  ...messageExamples(scene),
  ...newerExamples(scene),
})

const applicationExamples = ({ fresh, taken, path, oneTimeToken, ago }: Scene) =>
  ({
    'application.create': {
      good: { body: { name: 'New', uid: fresh } },
      answer: { name: 'New', uid: fresh },
      invalid: [{ body: { name: '' } }, { body: { name: 'N', uid: noName } }],
      conflict: { body: { name: 'N', uid: taken.uid } },
    },
    'application.update': {
      good: { body: { name: 'Replaced' } },
      answer: { name: 'Replaced' },
      invalid: [{ body: { name: '' } }],
      conflict: { body: { name: 'N', uid: taken.uid } },
    },
    'application.patch': {
      good: { body: { name: 'Changed' } },
      answer: { name: 'Changed' },
      invalid: [{ body: { uid: noName } }],
      conflict: { body: { uid: taken.uid } },
    },
    'application.getStats': {
      good: { query: { since: ago(2), until: ago(1) } },
      answer: { appId: path.app_id, messageDestinations: 0 },
      bad: [{ query: { since: ago(1), until: ago(2) } }],
    },
    'application.getUsageStats': {
      good: { query: { since: ago(2), until: ago(1) } },
      invalid: [{ query: { since: ago(2), until: ago(1), limit: 0 } }],
    },
    'authentication.appPortalAccess': {
      good: { body: { featureFlags: ['one'] } },
      invalid: [{ body: { featureFlags: [noName] } }],
    },
    'authentication.expireAll': {
      good: { body: { expiry: 60 } },
      invalid: [{ body: { expiry: -1 } }],
      destroys: true,
    },
    'authentication.logout': { destroys: true },
    'authentication.exchangeOneTimeToken': {
      good: { body: { oneTimeToken } },
      invalid: [{ body: { oneTimeToken: 'x'.repeat(4097) } }],
      destroys: true,
    },
    'environment.export': { good: { body: {} }, answer: { version: 1 } },
    'environment.import': {
      good: {
        body: {
          createdAt: ago(1),
          version: 1,
          settings: { enforceHttps: false },
          eventTypes: [{ name: 'invoice.imported', description: 'An invoice was imported' }],
        },
      },
      invalid: [
        {
          body: {
            createdAt: ago(1),
            version: 1,
            eventTypes: [{ name: noName, description: '' }],
          },
        },
      ],
    },
    'environment.getSettings': { answer: { enableChannels: false } },
    'portal.session': { answer: { appId: path.app_id, readOnly: false } },
    'integration.create': {
      good: { body: { name: 'New', featureFlags: ['beta'] } },
      answer: { name: 'New' },
      invalid: [{ body: { name: '' } }],
    },
    'integration.update': {
      good: { body: { name: 'Renamed' } },
      answer: { name: 'Renamed' },
      invalid: [{ body: { name: '' } }],
    },
  }) satisfies Record<string, Example>

const endpointExamples = ({ target, taken, path, ago }: Scene) =>
  ({
    'endpoint.create': {
      good: {
        body: {
          url: target,
          filterTypes: [path.event_type_name],
          eventTypes: [path.event_type_name],
        },
      },
      answer: { url: target },
      invalid: [
        { body: { url: 'ftp://example.com/' } },
        { body: { url: target, filterTypes: [], eventTypes: [] } },
      ],
      conflict: { body: { url: target, uid: taken.uid } },
    },
    'endpoint.update': {
      good: { body: { url: `${target}?replaced` } },
      answer: { url: `${target}?replaced` },
      invalid: [{ body: { url: 'nonsense' } }],
      conflict: { body: { url: target, uid: taken.uid } },
    },
    'endpoint.patch': {
      good: { body: { description: 'Changed' } },
      answer: { description: 'Changed' },
      invalid: [{ body: { channels: [] } }],
      conflict: { body: { uid: taken.uid } },
    },
    'endpoint.rotateSecret': { good: { body: {} }, invalid: [{ body: { key: 'whsec_short' } }] },
    'endpoint.getHeaders': { answer: { headers: {}, sensitive: [] } },
    'endpoint.updateHeaders': {
      good: { body: { headers: { 'X-One': '1' } } },
      invalid: [{ body: { headers: { 'bad name': '1' } } }],
    },
    'endpoint.patchHeaders': {
      good: { body: { headers: { 'X-Two': '2' }, deleteHeaders: ['X-One'] } },
      invalid: [{ body: { headers: { 'X-Two': 'a\r\nb' } } }],
    },
    'endpoint.getStats': {
      good: { query: { since: ago(2), until: ago(1) } },
      answer: { success: 0, fail: 0 },
      bad: [{ query: { since: ago(1), until: ago(2) } }],
    },
    'endpoint.patchTransformation': {
      good: { body: { code: handler, enabled: true, variables: { KEY: 'abc' } } },
      invalid: [{ body: { code: 'short' } }],
    },
    'endpoint.simulateTransformation': simulation,
    'endpoint.recover': {
      good: { body: { since: ago(2) } },
      answer: started('endpoint.recover'),
      invalid: [{ body: { since: ago(24 * 15) } }],
    },
    'endpoint.replay': {
      good: { body: { since: ago(2) } },
      answer: started('endpoint.replay'),
      invalid: [{ body: { since: ago(1), until: ago(2) } }],
    },
    'endpoint.sendExample': {
      good: { body: { eventType: 'svix.ping' } },
      answer: { eventType: 'svix.ping' },
      invalid: [{ body: { eventType: noName } }],
    },
  }) satisfies Record<string, Example>

const eventTypeExamples = ({ fresh, path }: Scene) =>
  ({
    'eventType.create': {
      good: { body: { name: fresh, description: 'New' } },
      answer: { name: fresh, archived: false },
      invalid: [{ body: { name: noName, description: '' } }],
      conflict: { body: { name: path.event_type_name, description: 'Again' } },
    },
    'eventType.importOpenapi': {
      good: {
        body: {
          spec: {
            openapi: '3.1.0',
            info: { title: 'T', version: '1' },
            webhooks: { 'a.b': { post: {} } },
          },
        },
      },
      answer: { data: { modified: ['a.b'] } },
      invalid: [{ body: { specRaw: 'not: [a document' } }],
    },
    'eventType.generateExample': {
      good: { body: { schema: { type: 'object', properties: { a: { const: 1 } } } } },
      answer: { example: { a: 1 } },
      invalid: [{ body: { schema: 'nothing' } }],
    },
    'eventType.update': {
      good: { body: { description: 'Replaced' } },
      answer: { description: 'Replaced' },
      invalid: [{ body: { description: 'a\u0000b' } }],
    },
    'eventType.patch': {
      good: { body: { description: 'Changed' } },
      answer: { description: 'Changed' },
      invalid: [{ body: { description: 'a\u0000b' } }],
    },
    'transformationTemplate.create': {
      good: { body: template('New') },
      answer: { name: 'New', logo },
      invalid: [{ body: { ...template('New'), logo: 'javascript:alert(1)' } }],
    },
    'transformationTemplate.simulate': simulation,
    'transformationTemplate.update': {
      good: { body: template('Replaced') },
      answer: { name: 'Replaced' },
      invalid: [{ body: { ...template('N'), transformation: 'short' } }],
    },
    'transformationTemplate.patch': {
      good: { body: { name: 'Changed' } },
      answer: { name: 'Changed' },
      invalid: [{ body: { transformation: 'short' } }],
    },
  }) satisfies Record<string, Example>

function messageExamples({ path, taken, ago }: Scene) {
  const message = { eventType: path.event_type_name, payload: { n: 2 } }
  const dates = { startDate: ago(2), endDate: ago(1) }
  const turned = { startDate: ago(1), endDate: ago(2) }
  return {
    'message.create': {
      good: { body: message },
      answer: { eventType: path.event_type_name },
      invalid: wrongMessages,
      conflict: { body: { ...message, eventId: taken.eventId } },
    },
    'message.getRawPayload': { answer: { payload: '{"n":1}' } },
    'message.broadcast': {
      good: { body: message },
      answer: started('message.broadcast'),
      invalid: wrongMessages,
    },
    'message.testAttempt': {
      good: { body: message },
      answer: { responseStatusCode: 204 },
      invalid: wrongMessages,
      conflict: { body: { ...message, eventId: taken.eventId } },
    },
    'messageAttempt.getHeaders': { answer: { sentHeaders: {} } },
    'statistics.appAttempts': {
      good: { query: dates },
      answer: { period: 'FiveMinutes' },
      bad: [{ query: turned }],
    },
    'statistics.endpointAttempts': {
      good: { query: dates },
      answer: { period: 'FiveMinutes' },
      bad: [{ query: turned }],
    },
    'statistics.aggregateAppStats': {
      good: { body: { since: ago(2), until: ago(1) } },
      answer: started('application.stats'),
      invalid: [{ body: { since: ago(2), until: ago(1), appIds: [noName] } }],
    },
  } satisfies Record<string, Example>
}

/** The scene of the documentation. */
export const documentedScene: Scene = {
  path: { app_id: 'app_3MW9lhDaVmaMSWJRqhTauMHItoG', event_type_name: 'invoice.paid' },
  target: 'https://example.com/webhooks',
  taken: { uid: 'customer-1', eventId: 'event-1' },
  fresh: 'customer-2',
  oneTimeToken: 'a-one-time-token',
  ago: (hours) => new Date(Date.UTC(2026, 10, 23, 12 - hours)),
}

/** The documented request bodies of the webhook service, by operation. */
export const webhookRequests: Readonly<Record<string, RequestExample>> = Object.fromEntries(
  Object.entries(webhookExamples(documentedScene)).flatMap(([name, { good }]) =>
    good?.body ? [[name, { body: good.body }]] : [],
  ),
)
