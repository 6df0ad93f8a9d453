import type { Example, Scene } from './scene.ts'

const disabled = 'endpoint.disabled'

/** The webhook service’s operations that came after client 1.13, by their name in the contract. */
export const newerExamples = ({ target, path, ago }: Scene): Readonly<Record<string, Example>> => ({
  'authentication.whoami': { answer: { appId: null, permissionSource: 'SvixJwt' } },
  'endpoint.bulkReplay': {
    good: { body: { since: ago(2), eventTypes: [path.event_type_name ?? ''] } },
    answer: { task: 'endpoint.bulk-replay', status: 'running' },
    invalid: [{ body: { since: ago(24 * 15) } }, { body: { since: ago(1), status: 5 } }],
  },
  'message.precheck': {
    good: { body: { eventType: path.event_type_name } },
    answer: { active: true },
    invalid: [{ body: { eventType: 'not a name!' } }],
  },
  'message.bulkExpungeContent': {
    good: { body: { ids: ['nothing-of-ours'] } },
    answer: { results: { 'nothing-of-ours': 'not-found' } },
    invalid: [{ body: { ids: ['twice', 'twice'] } }],
  },
  'message.expungeAllContents': {
    answer: { task: 'application.purge_content', status: 'running' },
    destroys: true,
  },
  'messagePoller.poll': {
    good: { query: { limit: 5, after: ago(-1) } },
    answer: { data: [], done: true },
    invalid: [{ query: { limit: 0 } }, { query: { iterator: 'nowhere' } }],
  },
  'messagePoller.consumerPoll': {
    good: { query: { limit: 5, iterator: '999' } },
    answer: { data: [], iterator: '999' },
    invalid: [{ query: { limit: 251 } }],
  },
  'messagePoller.consumerSeek': {
    good: { body: { after: ago(1) } },
    answer: { iterator: '0' },
    invalid: [{ body: { after: 'yesterday' } }],
  },
  'pollingEndpoint.create': {
    good: { body: { description: 'Behind a firewall' } },
    answer: { description: 'Behind a firewall', eventTypes: null },
    invalid: [{ body: { eventTypes: ['no.such.type'] } }],
  },
  'authentication.rotatePollerToken': {
    good: { body: { expiry: 3600 } },
    invalid: [{ body: { oldTokenExpiry: -1 } }],
  },
  'statistics.aggregateEventTypes': {
    answer: { task: 'event-type.aggregate', status: 'running' },
  },
  'operationalWebhookEndpoint.create': {
    good: { body: { url: target, filterTypes: [disabled], eventTypes: [disabled] } },
    answer: { url: target, eventTypes: [disabled] },
    invalid: [
      { body: { url: 'ftp://example.com/' } },
      { body: { url: target, filterTypes: ['x'], eventTypes: ['x'] } },
    ],
  },
  'operationalWebhookEndpoint.get': { answer: { url: target } },
  'operationalWebhookEndpoint.update': {
    good: { body: { url: `${target}?replaced` } },
    answer: { url: `${target}?replaced` },
    invalid: [{ body: { url: 'nonsense' } }],
  },
  'operationalWebhookEndpoint.rotateSecret': {
    good: { body: {} },
    invalid: [{ body: { key: 'whsec_short' } }],
  },
  'operationalWebhookEndpoint.getHeaders': { answer: { headers: {}, sensitive: [] } },
  'operationalWebhookEndpoint.updateHeaders': {
    good: { body: { headers: { 'X-One': '1' } } },
    invalid: [{ body: { headers: { 'bad name': '1' } } }],
  },
})
