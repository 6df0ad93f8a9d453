import { refusal } from '@countersign/kit/testing'
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

const schemas = { '1': { type: 'object', properties: { a: { type: 'string' } } } }
const createdAt = '2026-01-01T00:00:00Z'
const bring = (more: object) => org.environment.import({ body: { createdAt, version: 1, ...more } })
const portalOf = async (name = 'App') => {
  const { id: app_id } = await org.application.create({ body: { name } })
  const { token } = await org.authentication.appPortalAccess({ app_id, body: {} })
  return { app_id, token, api: fixture.as(token) }
}
const palette = {
  ...{ backgroundHover: null, backgroundPrimary: '#fff', backgroundSecondary: '#AABBCC' },
  ...{ interactiveAccent: '#11223344', textDanger: null, textPrimary: null },
  ...{ textSecondary: null, primary: '#123456', borderPrimary: null },
  ...{ buttonPrimary: null, navigationAccent: null },
}
const shown = {
  ...{ colorPaletteDark: palette, colorPaletteLight: null, customColor: '#123456' },
  ...{ customFontFamily: 'Open Sans', customLogoUrl: 'https://example.com/logo.png' },
  ...{ logoUrl: 'https://example.com/logo.png', enableMessageTags: true },
  ...{ customStringsOverride: { channelsOne: 'Room', channelsMany: null, channelsHelp: null } },
  wipeSuccessfulPayload: true,
  customThemeOverride: {
    borderRadius: { button: 'full', card: 'none', input: null },
    fontSize: { base: 18 },
  },
  ...{ enableChannels: true, enableIntegrationManagement: true, enableTransformations: true },
}
const settings = {
  ...shown,
  ...{ customBaseFontSize: 16, disableEndpointOnFailure: false, displayName: 'Acme' },
  ...{ enforceHttps: false, eventCatalogPublished: true, readOnly: false },
}
const defaults = {
  ...{ colorPaletteDark: null, colorPaletteLight: null, customColor: null },
  ...{ customFontFamily: null, customLogoUrl: null, customThemeOverride: null },
  ...{ logoUrl: null, customStringsOverride: null, enableMessageTags: false },
  wipeSuccessfulPayload: false,
  ...{ enableChannels: false, enableIntegrationManagement: false, enableTransformations: false },
}
const forbidden = {
  status: 403,
  body: {
    code: 'insufficient access',
    detail: 'Insufficient access for the given operation.',
  },
}

describe('settings', () => {
  test('[WH-11] 200 with the defaults, without what is not for portals', async () => {
    expect(await org.environment.getSettings({})).toEqual(defaults)
    const { api } = await portalOf()
    expect(await api.environment.getSettings({})).toEqual(defaults)
  })

  test('[WH-11] 200 with what was imported; unknown fields are ignored', async () => {
    await bring({ settings: { ...settings, somethingNew: { a: 1 } } })
    expect(await org.environment.getSettings({})).toEqual(shown)
    expect((await org.environment.export({ body: {} })).settings).toEqual(settings)
    const stranger = await fixture.stranger.environment.getSettings({})
    expect(stranger).toEqual(defaults)
  })

  test('[WH-11] logoUrl is another name of customLogoUrl; two different ones are refused', async () => {
    const [logo, other] = ['https://a.example/logo.png', 'https://b.example/logo.png']
    for (const given of [{ logoUrl: logo }, { customLogoUrl: logo }]) {
      await bring({ settings: given })
      expect(await org.environment.getSettings({})).toMatchObject({
        logoUrl: logo,
        customLogoUrl: logo,
      })
    }
    const both = bring({ settings: { logoUrl: logo, customLogoUrl: other } })
    expect(await refusal(both)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'settings', 'logoUrl'] }] },
    })
  })

  test.each([
    ['customFontFamilyUrl', 'https://a.example/font.woff2'],
    ['enableEndpointMtlsConfig', true],
    ['enableEndpointOauthConfig', true],
    ['enableMessageStream', true],
  ])('[WH-11] the setting %s is refused by name, and nothing is stored', async (name, value) => {
    const answer = await refusal(bring({ settings: { customColor: '#000', [name]: value } }))
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'settings', name], msg: `${name} is not supported` }],
      },
    })
    expect(await org.environment.getSettings({})).toEqual(defaults)
    await bring({ settings: { customColor: '#000', [name]: value === true ? false : null } })
    expect(await org.environment.getSettings({})).toEqual({ ...defaults, customColor: '#000' })
  })

  test('[WH-11] given settings replace all settings; null or absent leaves them', async () => {
    await bring({ settings })
    await bring({ settings: null })
    await bring({})
    expect(await org.environment.getSettings({})).toEqual(shown)
    await bring({ settings: { customColor: '#000' } })
    expect(await org.environment.getSettings({})).toEqual({ ...defaults, customColor: '#000' })
    const { settings: all } = await org.environment.export({ body: {} })
    expect(all).toMatchObject({ enforceHttps: true, disableEndpointOnFailure: true })
  })
})

describe('import', () => {
  test.each([
    [{ customColor: 'red' }, ['customColor']],
    [{ customColor: '#12' }, ['customColor']],
    [{ customColor: '#fff;}body{display:none' }, ['customColor']],
    [{ colorPaletteDark: { textPrimary: 'url(//x)' } }, ['colorPaletteDark', 'textPrimary']],
    [{ customFontFamily: 'a; src: url(//x)' }, ['customFontFamily']],
    [{ customFontFamily: '' }, ['customFontFamily']],
    [{ customLogoUrl: 'javascript:alert(1)' }, ['customLogoUrl']],
    [{ customLogoUrl: 'data:image/svg+xml,x' }, ['customLogoUrl']],
    [{ customBaseFontSize: 0 }, ['customBaseFontSize']],
    [{ customBaseFontSize: 1.5 }, ['customBaseFontSize']],
    [
      { customThemeOverride: { fontSize: { base: -1 } } },
      ['customThemeOverride', 'fontSize', 'base'],
    ],
    [
      { customThemeOverride: { borderRadius: { card: 'xl' } } },
      ['customThemeOverride', 'borderRadius', 'card'],
    ],
    [{ readOnly: 'yes' }, ['readOnly']],
    [{ displayName: 'a\u0000' }, ['displayName']],
    [{ displayName: 'x'.repeat(200_000) }, []],
  ])('[WH-11] 422 for the settings %j', async (given, loc) => {
    const answer = await refusal(
      bring({ settings: given, eventTypes: [{ name: 'a', description: '' }] }),
    )
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'settings', ...loc] }] },
    })
    expect((await org.eventType.list({})).data).toEqual([])
  })

  test.each([
    [{ version: 2 }, ['body', 'version']],
    [{ createdAt: 'yesterday' }, ['body', 'createdAt']],
    [{ createdAt: null }, ['body', 'createdAt']],
    [{ version: '1' }, ['body', 'version']],
    [{ eventTypes: [{ name: 'a b', description: '' }] }, ['body', 'eventTypes', '[0]', 'name']],
    [
      { eventTypes: [{ name: 'a', description: '', schemas: { '1': { type: 'x' } } }] },
      ['body', 'eventTypes', '[0]', 'schemas', '1', 'type'],
    ],
  ])('[WH-11] 422 for %j', async (given, loc) => {
    expect(await refusal(bring(given))).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
  })

  test('[WH-11] 204 adds and replaces by name, deletes nothing', async () => {
    await org.eventType.create({ body: { name: 'kept', description: 'Kept' } })
    await org.eventType.create({ body: { name: 'old', description: 'Old', featureFlag: 'f' } })
    await bring({
      eventTypes: [
        { name: 'old', description: 'New', schemas, archived: true },
        { name: 'twice', description: 'First' },
        { name: 'twice', description: 'Second', featureFlag: 'beta' },
      ],
    })
    const { eventTypes } = await org.environment.export({ body: {} })
    expect(eventTypes).toMatchObject([
      { name: 'kept', description: 'Kept' },
      { name: 'old', description: 'New', schemas, archived: true, featureFlag: null },
      { name: 'twice', description: 'Second', featureFlag: 'beta' },
    ])
    const message = { eventType: 'old', payload: {} }
    const { app_id } = await portalOf()
    expect((await refusal(org.message.create({ app_id, body: message }))).status).toBe(422)
  })

  test('[WH-11] 204 for thousands of event types', async () => {
    const eventTypes = Array.from({ length: 2500 }, (_, i) => ({
      ...{ name: `type.${i}`, description: `Type ${i}` },
    }))
    await bring({ eventTypes })
    expect((await org.environment.export({ body: {} })).eventTypes).toHaveLength(2500)
  })
})

test('[WH-11] 200 exports what another organisation can import', async () => {
  await bring({
    settings,
    eventTypes: [
      { name: 'a', description: 'A', schemas },
      { name: 'b', description: 'B', archived: true, featureFlag: 'f' },
    ],
  })
  const out = await org.environment.export({ body: {} })
  expect(out).toMatchObject({ version: 1, createdAt: new Date(fixture.clock()).toISOString() })
  const elsewhere = fixture.as(await tokenOf({ sub: 'org_elsewhere' }))
  await elsewhere.environment.import({ body: { ...out, version: 1 } })
  const copy = await elsewhere.environment.export({ body: {} })
  const bare = ({ eventTypes, ...rest }: typeof out) => ({
    ...rest,
    eventTypes: eventTypes.map(({ createdAt: _, updatedAt: __, ...type }) => type),
  })
  expect(bare(copy)).toEqual(bare(out))
})

test('[WH-11] 200 exports without a body, as newer clients ask', async () => {
  // An organisation that no other test writes to.
  const token = await tokenOf({ sub: `org_${Math.random().toString(36).slice(2)}` })
  const headers = { authorization: `Bearer ${token}` }
  const url = '/api/v1/environment/export'
  const answer = await fixture.app.inject({ method: 'POST', url, headers })
  expect(answer.statusCode).toBe(200)
  const empty = { eventTypes: [], connectors: [], transformationTemplates: [] }
  expect(answer.json()).toMatchObject(empty)
})

test('[WH-11] 204 with and without the time and version of an export; 422 for another version', async () => {
  const bring = async (more: object) => {
    const body = { eventTypes: [{ name: 'form', description: 'F' }], ...more }
    return (await fixture.raw('POST', '/environment/import', JSON.stringify(body))).status
  }
  const createdAt = new Date().toISOString()
  for (const more of [{ createdAt, version: 1 }, { version: 1 }, { createdAt }, {}])
    expect([more, await bring(more)]).toEqual([more, 204])
  for (const version of [0, 2, '1', null])
    expect([version, await bring({ version })]).toEqual([version, 422])
})

test('[WH-11] 403 for portals, which see the settings alone', async () => {
  const { api } = await portalOf()
  expect(await refusal(api.environment.export({ body: {} }))).toEqual(forbidden)
  expect(await refusal(api.environment.import({ body: { createdAt, version: 1 } }))).toEqual(
    forbidden,
  )
})

describe('what the settings do', () => {
  test('[WH-11] enforceHttps refuses plain endpoints, new and changed', async () => {
    const { app_id } = await portalOf()
    const create = (url: string) => org.endpoint.create({ app_id, body: { url } })
    const { id: endpoint_id } = await create('http://example.com/')
    await bring({ settings: {} })
    const refused = {
      status: 422,
      body: { detail: [{ loc: ['body', 'url'], msg: 'Endpoint URL schemes must be https' }] },
    }
    const body = { url: 'http://example.com/2' }
    for (const work of [
      () => create('http://example.com/'),
      () => org.endpoint.update({ app_id, endpoint_id, body }),
      () => org.endpoint.patch({ app_id, endpoint_id, body }),
    ])
      expect(await refusal(work())).toMatchObject(refused)
    await create('https://example.com/')
    await org.endpoint.patch({ app_id, endpoint_id, body: { description: 'still there' } })
    await bring({ settings: { enforceHttps: false } })
    await create('http://example.com/')
  })

  test('[WH-11] readOnly lets portals and integrations read, and nothing else', async () => {
    const { app_id, api } = await portalOf()
    const { id: endpoint_id } = await org.endpoint.create({
      app_id,
      body: { url: fixture.target.url },
    })
    const { id: integ_id } = await org.integration.create({ app_id, body: { name: 'I' } })
    const { key } = await org.integration.getKey({ app_id, integ_id })
    const url = fixture.target.url
    const writes = (one: WebhooksFixture['org']) => [
      () => one.endpoint.create({ app_id, body: { url } }),
      () => one.endpoint.patch({ app_id, endpoint_id, body: { description: 'd' } }),
      () => one.endpoint.sendExample({ app_id, endpoint_id, body: { eventType: 'svix.ping' } }),
      () => one.endpoint.rotateSecret({ app_id, endpoint_id, body: {} }),
      () => one.endpoint.delete({ app_id, endpoint_id }),
    ]
    await bring({ settings: { readOnly: true, enforceHttps: false } })
    for (const one of [api, fixture.as(key)]) {
      for (const write of writes(one)) expect(await refusal(write())).toEqual(forbidden)
      expect((await one.endpoint.get({ app_id, endpoint_id })).id).toBe(endpoint_id)
      const made = await one.eventType.generateExample({ body: { schema: { type: 'object' } } })
      expect(made).toEqual({ example: {} })
    }
    await org.endpoint.patch({ app_id, endpoint_id, body: { description: 'by the owner' } })
    await bring({ settings: { enforceHttps: false } })
    await api.endpoint.patch({ app_id, endpoint_id, body: { description: 'again' } })
    await bring({ settings: { readOnly: true } })
    await api.authentication.logout({})
  })
})

describe('where the operator wants TLS', () => {
  test('[WH-11] no organisation can allow endpoints without', async () => {
    const strict = await webhooksFixture({ httpsOnly: true })
    try {
      const { id: app_id } = await strict.org.application.create({ body: { name: 'A' } })
      const create = () =>
        strict.org.endpoint.create({ app_id, body: { url: 'http://a.example/' } })
      expect((await refusal(create())).status).toBe(422)
      await strict.org.environment.import({
        body: { createdAt, version: 1, settings: { enforceHttps: false } },
      })
      expect((await refusal(create())).status).toBe(422)
    } finally {
      await strict.close()
    }
  })
})
