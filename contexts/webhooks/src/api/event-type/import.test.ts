import { refusal } from '@countersign/kit/testing'
import { drawn } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf, type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let org: WebhooksFixture['org']
beforeAll(async () => {
  fixture = await webhooksFixture()
})
beforeEach(async () => {
  org = fixture.as(await tokenOf({ sub: `org_${Math.random().toString(36).slice(2)}` }))
})
afterAll(() => fixture.close())

const bring = (body: object) => org.eventType.importOpenapi({ body })
const head = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const hook = (schema: object, more: object = {}) => ({
  post: { description: 'A pet', requestBody: json(schema), ...more },
})
const pet = { type: 'object', properties: { name: { type: 'string' } } }
const typeOf = (name: string) => org.eventType.get({ event_type_name: name })
const schemaOf = async (name: string) => (await typeOf(name)).schemas?.['1']
const yaml = `
openapi: 3.0.3
info: {title: T, version: "1"}
x-webhooks:
  pet.created:
    post:
      description: A pet was created
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Pet'
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, nullable: true}
        age: {type: integer, minimum: 0, exclusiveMinimum: true}
        owner: {$ref: '#/components/schemas/Owner'}
    Owner:
      type: object
      properties:
        email: {type: string, format: email}
`
const problem = (msg: RegExp | string, field = 'specRaw') => ({
  status: 422,
  body: {
    detail: [{ loc: ['body', field], msg: expect.stringMatching(msg), type: 'value_error' }],
  },
})

describe('what is read', () => {
  test('[WH-07] 200 from YAML of 3.0: references written out, nullable and bounds in JSON Schema', async () => {
    expect(await bring({ specRaw: yaml })).toEqual({ data: { modified: ['pet.created'] } })
    expect(await typeOf('pet.created')).toMatchObject({
      ...{ description: 'A pet was created', archived: false, featureFlag: null },
      schemas: {
        '1': {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: ['string', 'null'] },
            age: { type: 'integer', exclusiveMinimum: 0 },
            owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
          },
        },
      },
    })
  })

  test('[WH-07] 200 from an object and from JSON text of 3.1', async () => {
    const spec = {
      ...head,
      webhooks: {
        'pet.bought': { $ref: '#/components/pathItems/bought' },
        'pet.sold': hook({ $ref: '#/$defs/pet', description: 'Sold' }, { description: '' }),
        'pet.lost': { post: { summary: 'Lost' } },
        'pet.found': {},
      },
      components: { pathItems: { bought: hook(pet) } },
      $defs: { pet },
    }
    const modified = ['pet.bought', 'pet.sold', 'pet.lost', 'pet.found']
    expect(await bring({ spec })).toEqual({ data: { modified } })
    expect(await bring({ specRaw: JSON.stringify(spec), spec: null })).toEqual({
      data: { modified },
    })
    expect(await schemaOf('pet.bought')).toEqual(pet)
    expect(await typeOf('pet.sold')).toMatchObject({
      description: 'pet.sold',
      schemas: { '1': { ...pet, description: 'Sold' } },
    })
    expect(await typeOf('pet.lost')).toMatchObject({ description: 'Lost', schemas: null })
    expect(await typeOf('pet.found')).toMatchObject({ description: 'pet.found', schemas: null })
  })

  test('[WH-07] 200 from the callbacks of operations and components; the first of a name counts', async () => {
    const callback = (description: string) => ({
      '{$request.body#/url}': hook(pet, { description }),
    })
    const spec = {
      ...head,
      webhooks: { both: hook(pet, { description: 'As a webhook' }) },
      paths: {
        '/a': { post: { callbacks: { inline: callback('Inline'), both: callback('No') } } },
        '/b': {
          parameters: [],
          get: { callbacks: { named: { $ref: '#/components/callbacks/named' } } },
        },
      },
      components: { callbacks: { named: callback('Named') } },
    }
    expect((await bring({ spec })).data.modified).toEqual(['both', 'inline', 'named'])
    expect((await typeOf('both')).description).toBe('As a webhook')
    expect(await typeOf('named')).toMatchObject({ description: 'Named', schemas: { '1': pet } })
  })

  test('[WH-07] 200 keeps what contains itself as a reference that stands by itself', async () => {
    const node = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    }
    await bring({
      spec: {
        ...head,
        webhooks: { tree: hook({ $ref: '#/components/schemas/Node' }) },
        components: { schemas: { Node: node } },
      },
    })
    const inner = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/definitions/Node' } } },
    }
    expect(await schemaOf('tree')).toEqual({ ...inner, definitions: { Node: inner } })
    const { id: app_id } = await org.application.create({ body: { name: 'A' } })
    const { id: endpoint_id } = await org.endpoint.create({
      app_id,
      body: { url: fixture.target.url },
    })
    await org.endpoint.sendExample({ app_id, endpoint_id, body: { eventType: 'tree' } })
  })

  test('[WH-07] 200 takes the example beside the schema, which send-example then sends', async () => {
    const media = { schema: pet, examples: { one: { value: { name: 'Rex' } } } }
    const post = { requestBody: { content: { 'application/vnd.api+json': media } } }
    await bring({ spec: { ...head, webhooks: { a: { post } } } })
    expect(await schemaOf('a')).toEqual({ ...pet, examples: [{ name: 'Rex' }] })
  })

  test('[WH-07] 200 replaces, unarchives and keeps the feature flag; leaves all others', async () => {
    const add = (name: string, more: object) =>
      org.eventType.create({ body: { name, description: 'Old', ...more } })
    await add('a', { archived: true, featureFlag: 'beta', schemas: { '2': {} } })
    await add('b', {})
    await bring({ spec: { ...head, webhooks: { a: hook(pet) } } })
    expect(await typeOf('a')).toMatchObject({
      ...{ description: 'A pet', archived: false, featureFlag: 'beta', schemas: { '1': pet } },
    })
    expect((await typeOf('b')).description).toBe('Old')
    expect(await bring({ spec: head })).toEqual({ data: { modified: [] } })
  })

  test('[WH-07] 400 for neither, or both; 403 for a portal; nothing of another organisation changes', async () => {
    const neither = { status: 400, body: { code: 'generic_error', detail: expect.any(String) } }
    for (const body of [{}, { spec: null }, { spec: head, specRaw: yaml }])
      expect(await refusal(bring(body))).toEqual(neither)
    const { id: app_id } = await org.application.create({ body: { name: 'A' } })
    const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
    const portal = fixture.as(token).eventType.importOpenapi({ body: { specRaw: yaml } })
    expect((await refusal(portal)).status).toBe(403)
    await fixture.stranger.eventType.importOpenapi({ body: { specRaw: yaml } })
    expect((await org.eventType.list({})).data).toEqual([])
  })
})

/** Nine of the line before, nine times. */
const laughs = Array.from('abcdefghi', (name, i) => {
  const one = i === 0 ? 'lol' : `*${'abcdefghi'[i - 1]}`
  return `${name}: &${name} [${Array(9).fill(one).join(', ')}]`
}).join('\n')

describe('what is refused', () => {
  const withSchema = (schema: object, more: object = {}) => ({
    spec: { ...head, webhooks: { a: hook(schema) }, ...more },
  })
  test.each([
    ['no document', { specRaw: 'hello' }, /must be an object/, 'specRaw'],
    ['an empty text', { specRaw: '' }, /must be an object/, 'specRaw'],
    ['a text that is no YAML', { specRaw: 'a: [1, 2' }, /./, 'specRaw'],
    ['a key twice', { specRaw: 'a: 1\na: 2' }, /unique/, 'specRaw'],
    ['two documents', { specRaw: 'a: 1\n---\nb: 1' }, /multiple documents/, 'specRaw'],
    ['a tag of JavaScript', { specRaw: 'a: !!js/function "x"' }, /tag/i, 'specRaw'],
    ['a tag of its own', { specRaw: 'a: !own x' }, /tag/i, 'specRaw'],
    ['bytes', { specRaw: 'a: !!binary aGVsbG8=' }, /tag/i, 'specRaw'],
    ['aliases that multiply', { specRaw: laughs }, /multiply/, 'specRaw'],
    ['an alias inside itself', { specRaw: 'a: &a\n  b: *a' }, /circle/, 'specRaw'],
    ['Swagger 2', { spec: { swagger: '2.0' } }, /OpenAPI 3/, 'spec'],
    ['a file', withSchema({ $ref: 'file:///etc/passwd' }), /inside the document/, 'spec'],
    [
      'an address',
      withSchema({ items: { $ref: 'http://169.254.169.254/' } }),
      /inside the doc/,
      'spec',
    ],
    ['a neighbour', withSchema({ $ref: 'other.yaml#/a' }), /inside the document/, 'spec'],
    [
      'an external webhook',
      { spec: { ...head, webhooks: { a: { $ref: 'x.json' } } } },
      /inside/,
      'spec',
    ],
    ['nothing there', withSchema({ $ref: '#/none' }), /nothing at/, 'spec'],
    [
      'a circle',
      withSchema({}, { webhooks: { a: { $ref: '#/webhooks/a' } } }),
      /leads to itself/,
      'spec',
    ],
    ['a schema that is none', withSchema({ type: 'text' }), /^"a": type/, 'spec'],
    [
      'a name that is none',
      { spec: { ...head, webhooks: { 'a b': {} } } },
      /^"a b": String must/,
      'spec',
    ],
    [
      'a large schema',
      withSchema({ description: 'x'.repeat(70_000) }),
      /at most \d+ bytes/,
      'spec',
    ],
  ])('[WH-07] 422 for %s', async (_, body, message, field) => {
    expect(await refusal(bring(body))).toEqual(problem(message, field))
    expect((await org.eventType.list({ query: { include_archived: true } })).data).toEqual([])
  })
})

describe('hostile documents', () => {
  /** Those that would be read for ever are given up sooner; an honest one has the usual time. */
  let hasty: WebhooksFixture
  beforeAll(async () => {
    hasty = await webhooksFixture({ specMs: 2_000 })
  })
  afterAll(() => hasty.close())
  const bringHastily = async (body: object) =>
    hasty
      .as(await tokenOf({ sub: `org_${Math.random().toString(36).slice(2)}` }))
      .eventType.importOpenapi({ body })
  const lines = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n')
  const doubling = () => ({
    ...head,
    webhooks: { a: hook({ $ref: '#/$defs/d0' }) },
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { properties: { l: { $ref: `#/$defs/d${i + 1}` }, r: { $ref: `#/$defs/d${i + 1}` } } },
      ]),
    ),
  })
  const documents: [what: string, specRaw: string][] = [
    ['a billion laughs', laughs],
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million braces', '{"a":'.repeat(200_000)],
    ['a hundred thousand anchors', lines(100_000, (i) => `a${i}: &a${i} x`)],
    ['a hundred thousand keys of one mapping', lines(100_000, (i) => `a${i}: 1`)],
    ['explicit keys without end', '? '.repeat(300_000)],
    ['lists inside lists', '- '.repeat(300_000)],
    ['mappings inside mappings', lines(1200, (i) => `${' '.repeat(i)}a:`)],
    ['doubling references', JSON.stringify(doubling())],
    [
      'a long chain',
      `openapi: 3.1.0\nwebhooks: {a: {$ref: '#/c/r0'}}\nc:\n${lines(30_000, (i) => `  r${i}: {$ref: '#/c/r${i + 1}'}`)}`,
    ],
  ]
  test.each(drawn(documents, 3))(
    '[WH-07] 422 for %s, while all others are answered',
    async (_, specRaw) => {
      const others = hasty.org
      let answered = 0
      let going = true
      const watch = (async () => {
        while (going) {
          await others.eventType.list({})
          answered++
          await new Promise((resolve) => {
            setTimeout(resolve, 5)
          })
        }
      })()
      expect((await refusal(bringHastily({ specRaw }))).status).toBe(422)
      expect(answered).toBeGreaterThan(0)
      going = false
      await watch
    },
    20_000,
  )

  test('[WH-07] 422 or 413 for bodies that are too much before they are read', async () => {
    const path = '/event-type/import/openapi'
    const deep = await fixture.raw('POST', path, `{"spec":${'['.repeat(1_000_000)}`)
    expect(deep.status).toBe(400)
    const many = await fixture.raw('POST', path, `{"spec":{"a":[${'1,'.repeat(100_000)}1]}}`)
    expect(many.status).toBe(400)
    const large = await fixture.raw(
      'POST',
      path,
      JSON.stringify({ specRaw: 'x'.repeat(5_000_000) }),
    )
    expect(large.status).toBe(413)
  })

  test('[WH-07] 200 for an honest document of a megabyte', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `type.${i}`)
    const schema = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `property${i}`,
          { type: 'string', description: `The ${'very '.repeat(16)}interesting property` },
        ]),
      ),
    }
    const spec = {
      ...head,
      webhooks: Object.fromEntries(names.map((name) => [name, hook(schema)])),
    }
    const specRaw = JSON.stringify(spec)
    expect(specRaw.length).toBeGreaterThan(1_000_000)
    expect((await bring({ specRaw })).data.modified).toEqual(names)
    const blocks = names.map(
      (name) =>
        `  ${name}:\n    post:\n      description: ${'x'.repeat(2_000)}\n      requestBody:\n        content:\n          application/json:\n            schema: {$ref: '#/components/schemas/S'}\n`,
    )
    const asYaml = `openapi: 3.1.0\nwebhooks:\n${blocks.join('')}components:\n  schemas:\n    S: ${JSON.stringify(schema)}\n`
    expect(asYaml.length).toBeGreaterThan(800_000)
    expect((await bring({ specRaw: asYaml })).data.modified).toEqual(names)
    expect(await schemaOf('type.7')).toEqual(schema)
  })

  test('[WH-07] 429 for a second document of one organisation at the same time', async () => {
    const slow = lines(100_000, (i) => `a${i}: 1`)
    const bring = (specRaw: string) => hasty.org.eventType.importOpenapi({ body: { specRaw } })
    const [first, ...others] = await Promise.all([
      ...[slow, slow, slow].map((specRaw) => refusal(bring(specRaw))),
      fixture.stranger.eventType.importOpenapi({ body: { specRaw: yaml } }).then(() => undefined),
    ])
    const statuses = [first, ...others].flatMap((refused) => refused?.status ?? [])
    expect(statuses.sort()).toEqual([422, 429, 429])
    // Afterwards it may again; a reader with the usual time does not mind a busy machine.
    await fixture.as(hasty.orgToken).eventType.importOpenapi({ body: { specRaw: yaml } })
  })
})
