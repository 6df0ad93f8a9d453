import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

type Thing = Readonly<Record<string, unknown>>
type Changes = fc.Arbitrary<Thing>

/** One kind of thing: how one is made, and then read and changed. */
type Kind = {
  make(n: number): Promise<{ get: () => Promise<Thing>; patch: (body: Thing) => Promise<Thing> }>
  changes(n: number): Changes
}

const text = fc.string({ unit: fc.constantFrom(...'abc é"\\<'), maxLength: 12 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const some = (fields: Record<string, fc.Arbitrary<unknown>>): Changes =>
  fc.record(fields, { requiredKeys: [] })
const metadata = fc.dictionary(fc.constantFrom('a', 'b', 'é'), text, {
  maxKeys: 2,
  noNullPrototype: true,
})
const rateLimit = maybe(fc.integer({ min: 1, max: 65_535 }))
const code = 'function handler(webhook) { return webhook }'

const kinds: Readonly<Record<string, Kind>> = {
  application: {
    make: async (n) => {
      const { id: app_id } = await fixture.org.application.create({ body: { name: `A${n}` } })
      return {
        get: () => fixture.org.application.get({ app_id }),
        patch: (body) => fixture.org.application.patch({ app_id, body }),
      }
    },
    changes: (n) =>
      some({
        name: text.map((name) => `n${name}`),
        uid: maybe(fc.constantFrom(`u${n}.a`, `u${n}.b`)),
        rateLimit,
        metadata,
      }),
  },
  endpoint: {
    make: async (n) => {
      const { id: app_id } = await fixture.org.application.create({ body: { name: `E${n}` } })
      const url = 'https://a.example/'
      const { id: endpoint_id } = await fixture.org.endpoint.create({ app_id, body: { url } })
      return {
        get: () => fixture.org.endpoint.get({ app_id, endpoint_id }),
        patch: (body) => fixture.org.endpoint.patch({ app_id, endpoint_id, body }),
      }
    },
    changes: () =>
      some({
        url: fc.constantFrom('https://b.example/x?y=1', 'http://c.example/'),
        description: text,
        uid: maybe(fc.constantFrom('a', 'b')),
        version: fc.integer({ min: 1, max: 9 }),
        rateLimit,
        disabled: fc.boolean(),
        filterTypes: maybe(fc.constantFrom(['law.a'], ['law.a', 'law.b'])),
        channels: maybe(fc.constantFrom(['x'], ['y', 'x'])),
        metadata,
      }),
  },
  eventType: {
    make: async (n) => {
      const event_type_name = `law.n${n}`
      await fixture.org.eventType.create({ body: { name: event_type_name, description: '' } })
      return {
        get: () => fixture.org.eventType.get({ event_type_name }),
        patch: (body) => fixture.org.eventType.patch({ event_type_name, body }),
      }
    },
    changes: () =>
      some({
        description: text,
        archived: fc.boolean(),
        featureFlag: maybe(fc.constantFrom('f', 'g')),
        schemas: maybe(fc.constantFrom({ 1: { type: 'object' } }, { 2: { type: 'object' } })),
      }),
  },
  transformationTemplate: {
    make: async (n) => {
      const { id: transformation_template_id } = await fixture.org.transformationTemplate.create({
        body: { name: `T${n}`, logo: 'https://a.example/', transformation: code },
      })
      const named = { transformation_template_id }
      return {
        get: () => fixture.org.transformationTemplate.get(named),
        patch: (body) => fixture.org.transformationTemplate.patch({ ...named, body }),
      }
    },
    changes: () =>
      some({
        name: text,
        description: text,
        kind: fc.constantFrom('Custom', 'Slack'),
        instructions: text,
        instructionsLink: maybe(fc.constant('https://b.example/')),
        filterTypes: maybe(fc.constantFrom(['law.a'], ['law.b', 'law.a'])),
        featureFlag: maybe(fc.constantFrom('f', 'g')),
        transformation: fc.constantFrom(code, `${code} // 2`),
      }),
  },
}

/** What can be compared: without times, without names for the same field, and null as absent. */
const plain = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([name, value]) =>
        !/^(updatedAt|throttleRate|eventTypes|featureFlags)$/.test(name) &&
        value !== null &&
        value !== undefined,
    ),
  )

let made = 0
beforeAll(async () => {
  for (const name of ['law.a', 'law.b'])
    await fixture.org.eventType.create({ body: { name, description: '' } })
})

test.each(Object.entries(kinds))('[WH-16] laws of PATCH: %s', async (_, kind) => {
  const n = ++made
  const { get, patch } = await kind.make(n)
  await fc.assert(
    fc.asyncProperty(kind.changes(n), kind.changes(n), async (first, second) => {
      const before = plain(await get())
      // Nothing given, nothing changed.
      expect(plain(await patch({}))).toEqual(before)
      // What is given is so afterwards, what is not stays.
      const answer = plain(await patch(first))
      expect(answer).toEqual(plain({ ...before, ...first }))
      expect(plain(await get())).toEqual(answer)
      // Twice is once.
      expect(plain(await patch(first))).toEqual(answer)
      // One after the other is both at once, where the later wins.
      const both = plain(await patch(second))
      expect(both).toEqual(plain({ ...before, ...first, ...second }))
      await patch(first)
      expect(plain(await patch({ ...first, ...second }))).toEqual(both)
    }),
    { numRuns: 25 },
  )
})
