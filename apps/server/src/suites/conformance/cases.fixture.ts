import { expect } from 'vitest'
import {
  ago,
  badName,
  type Case,
  code,
  idOf,
  list,
  logo,
  range,
  simulation,
  started,
} from './case.fixture.ts'
import { messageCases } from './message-cases.fixture.ts'

/** Every operation of the webhook service, by its name in the contract. */
export const cases: Readonly<Record<string, Case>> = {
  'health.get': { open: true },
  'application.list': list,
  'application.create': {
    good: ({ fresh }) => ({ body: { name: 'New', uid: fresh } }),
    answers: ({ fresh }) => ({ name: 'New', uid: fresh }),
    invalid: [{ body: { name: '' } }, { body: { name: 'N', uid: badName } }],
    conflict: ({ taken }) => ({ body: { name: 'N', uid: taken.uid } }),
  },
  'application.get': { answers: idOf('app_id') },
  'application.update': {
    good: () => ({ body: { name: 'Replaced' } }),
    answers: () => ({ name: 'Replaced' }),
    invalid: [{ body: { name: '' } }],
    conflict: ({ taken }) => ({ body: { name: 'N', uid: taken.uid } }),
    creates: true,
  },
  'application.patch': {
    good: () => ({ body: { name: 'Changed' } }),
    answers: () => ({ name: 'Changed' }),
    invalid: [{ body: { uid: badName } }],
    conflict: ({ taken }) => ({ body: { uid: taken.uid } }),
  },
  'application.delete': { destroys: true },
  'application.getStats': {
    good: () => ({ query: range() }),
    answers: (world) => ({ appId: world.path.app_id, messageDestinations: 0 }),
    bad: [{ query: { since: ago(1), until: ago(2) } }],
  },
  'application.getUsageStats': {
    good: () => ({ query: range() }),
    answers: () => ({ data: expect.any(Array) }),
    invalid: [{ query: { ...range(), limit: 0 } }],
  },
  'authentication.appPortalAccess': {
    good: () => ({ body: { featureFlags: ['one'] } }),
    answers: () => ({ url: expect.any(String) }),
    invalid: [{ body: { featureFlags: [badName] } }],
  },
  'authentication.dashboardAccess': { answers: () => ({ url: expect.any(String) }) },
  'authentication.expireAll': {
    good: () => ({ body: { expiry: 60 } }),
    invalid: [{ body: { expiry: -1 } }],
    destroys: true,
  },
  'authentication.logout': { portal: true, destroys: true },
  'authentication.exchangeOneTimeToken': {
    good: ({ oneTimeToken }) => ({ body: { oneTimeToken } }),
    answers: () => ({ token: expect.any(String) }),
    invalid: [{ body: { oneTimeToken: 'x'.repeat(4097) } }],
    open: true,
    destroys: true,
  },
  'backgroundTask.list': list,
  'backgroundTask.get': { answers: idOf('task_id') },
  'endpoint.list': list,
  'endpoint.create': {
    good: ({ target, path }) => ({
      body: {
        url: target,
        filterTypes: [path.event_type_name],
        eventTypes: [path.event_type_name],
      },
    }),
    answers: ({ target }) => ({ url: target }),
    invalid: [
      { body: { url: 'ftp://a.example/' } },
      { body: { url: logo, filterTypes: [], eventTypes: [] } },
    ],
    conflict: ({ target, taken }) => ({ body: { url: target, uid: taken.uid } }),
  },
  'endpoint.get': { answers: idOf('endpoint_id') },
  'endpoint.update': {
    good: ({ target }) => ({ body: { url: `${target}?replaced` } }),
    answers: ({ target }) => ({ url: `${target}?replaced` }),
    invalid: [{ body: { url: 'nonsense' } }],
    conflict: ({ target, taken }) => ({ body: { url: target, uid: taken.uid } }),
    creates: true,
  },
  'endpoint.patch': {
    good: () => ({ body: { description: 'Changed' } }),
    answers: () => ({ description: 'Changed' }),
    invalid: [{ body: { channels: [] } }],
    conflict: ({ taken }) => ({ body: { uid: taken.uid } }),
  },
  'endpoint.delete': { destroys: true },
  'endpoint.getSecret': { answers: () => ({ key: expect.any(String) }) },
  'endpoint.rotateSecret': {
    good: () => ({ body: {} }),
    invalid: [{ body: { key: 'whsec_short' } }],
  },
  'endpoint.getHeaders': { answers: () => ({ headers: {}, sensitive: [] }) },
  'endpoint.updateHeaders': {
    good: () => ({ body: { headers: { 'X-One': '1' } } }),
    invalid: [{ body: { headers: { 'bad name': '1' } } }],
  },
  'endpoint.patchHeaders': {
    good: () => ({ body: { headers: { 'X-Two': '2' }, deleteHeaders: ['X-One'] } }),
    invalid: [{ body: { headers: { 'X-Two': 'a\r\nb' } } }],
  },
  'endpoint.getStats': {
    good: () => ({ query: range() }),
    answers: () => ({ success: 0, fail: 0 }),
    bad: [{ query: { since: ago(1), until: ago(2) } }],
  },
  'endpoint.getTransformation': { answers: () => ({ enabled: expect.any(Boolean) }) },
  'endpoint.patchTransformation': {
    good: () => ({ body: { code, enabled: true } }),
    invalid: [{ body: { code: 'short' } }],
  },
  'endpoint.simulateTransformation': simulation,
  'endpoint.recover': {
    good: () => ({ body: { since: ago(2) } }),
    answers: started('endpoint.recover'),
    invalid: [{ body: { since: ago(24 * 15) } }],
  },
  'endpoint.replay': {
    good: () => ({ body: { since: ago(2) } }),
    answers: started('endpoint.replay'),
    invalid: [{ body: { since: ago(1), until: ago(2) } }],
  },
  'endpoint.sendExample': {
    good: () => ({ body: { eventType: 'svix.ping' } }),
    answers: () => ({ eventType: 'svix.ping' }),
    invalid: [{ body: { eventType: badName } }],
  },
  'environment.export': {
    good: () => ({ body: {} }),
    answers: () => ({ version: 1, eventTypes: expect.any(Array) }),
  },
  'environment.import': {
    good: () => ({
      body: {
        ...{ createdAt: new Date(), version: 1, settings: { enforceHttps: false } },
        eventTypes: [{ name: 'conformance.imported', description: 'I' }],
      },
    }),
    invalid: [
      {
        body: {
          createdAt: new Date(),
          version: 1,
          eventTypes: [{ name: badName, description: '' }],
        },
      },
    ],
  },
  'environment.getSettings': { answers: () => ({ enableChannels: false }) },
  'eventType.list': list,
  'eventType.create': {
    good: ({ fresh }) => ({ body: { name: fresh, description: 'New' } }),
    answers: ({ fresh }) => ({ name: fresh, archived: false }),
    invalid: [{ body: { name: badName, description: '' } }],
    conflict: ({ path }) => ({ body: { name: path.event_type_name, description: 'Again' } }),
  },
  'eventType.importOpenapi': {
    good: () => ({
      body: {
        spec: {
          openapi: '3.1.0',
          info: { title: 'T', version: '1' },
          webhooks: { 'a.b': { post: {} } },
        },
      },
    }),
    answers: () => ({ data: { modified: ['a.b'] } }),
    invalid: [{ body: { specRaw: 'not: [a document' } }],
  },
  'eventType.generateExample': {
    good: () => ({ body: { schema: { type: 'object', properties: { a: { const: 1 } } } } }),
    answers: () => ({ example: { a: 1 } }),
    invalid: [{ body: { schema: 'nothing' } }],
  },
  'eventType.get': { answers: ({ path }) => ({ name: path.event_type_name }) },
  'eventType.update': {
    good: () => ({ body: { description: 'Replaced' } }),
    answers: () => ({ description: 'Replaced' }),
    invalid: [{ body: { description: 'a\u0000b' } }],
    creates: true,
  },
  'eventType.patch': {
    good: () => ({ body: { description: 'Changed' } }),
    answers: () => ({ description: 'Changed' }),
    invalid: [{ body: { description: 'a\u0000b' } }],
  },
  'eventType.delete': { destroys: true },
  ...messageCases,
}
