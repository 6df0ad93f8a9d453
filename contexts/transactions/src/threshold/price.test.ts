import { createServer, type Server } from 'node:http'
import { Price } from '@countersign/contracts/transactions'
import { createEgress, type Egress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listedAssets } from '../asset/index.ts'
import { priceOf } from './price.ts'
import { embeddedPrices, embeddedRates } from './price-embedded.ts'
import { httpSource } from './price-http.ts'
import { rules } from './rules.fixture.ts'

const at = new Date('2026-11-01T12:00:00Z')
const later = new Date('2026-11-22T00:00:00Z')
const btc = 'bip122:000000000019d6689c085ae165831e93/slip44:0'
const embedded = { prices: embeddedPrices, rates: embeddedRates }

let server: Server
let origin: string
let asked: { url: string; key: string | undefined; method: string | undefined }[]
let answer: { status: number; body: string }
let egress: Egress

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({
      ...{ url: request.url ?? '', method: request.method },
      key: request.headers['x-key']?.toString(),
    })
    // A source that never answers: only the deadline ends it.
    if (answer.status === 0) return
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  answer = { status: 200, body: '{"value":"92000.5"}' }
  egress = createEgress({ allow: parseSubnets('127.0.0.1/32'), httpsOnly: false })
})
afterEach(() => egress.close())

const source = (path: string, more: object = {}) =>
  httpSource({
    ...{ url: `${origin}${path}`, source: 'EXAMPLE', egress, clock: () => later.getTime() },
    ...{ headers: ['x-key', 'secret'], ...more },
  })

test('[TX-01] every listed asset has an invented price, and every jurisdiction’s currency a rate', async () => {
  const currencies = rules.flatMap(({ tiers }) => tiers.map(({ currency }) => currency))
  for (const { caip19 } of listedAssets) {
    const price = Price.parse(await priceOf(embedded, { caip19, currencies, at }))
    expect(price).toMatchObject({ source: 'EMBEDDED', at: at.toISOString() })
    expect(Object.keys(price.fx).toSorted()).toEqual(
      [...new Set(currencies)].filter((currency) => currency !== 'USD').toSorted(),
    )
  }
  expect(await priceOf(embedded, { caip19: 'eip155:1/slip44:1', currencies, at })).toBeNull()
})

test('[TX-01] the request’s own price wins and says so; a rate that nobody knows is left out', async () => {
  const question = { caip19: btc, custom: '1.5', currencies: ['USD', 'SGD', 'XXX'], at }
  expect(await priceOf(embedded, question)).toEqual({
    ...{ usd: '1.5', source: 'CUSTOM', at: at.toISOString(), fx: { SGD: '1.3' } },
  })
})

test('[TX-01] a source is asked once a minute for each asset, with its key', async () => {
  const prices = source('/p/{what}?a=1')
  const quotes = await Promise.all([prices.quote(btc, at), prices.quote(btc, later)])
  expect(quotes).toEqual(Array(2).fill({ value: '92000.5', source: 'EXAMPLE', at: later }))
  expect(asked).toEqual([
    { url: `/p/${encodeURIComponent(btc)}?a=1`, key: 'secret', method: 'GET' },
  ])
  await prices.rate('SGD', at)
  expect(asked).toHaveLength(2)
})

test('[TX-01] a source with history is asked as of the time, and may say another', async () => {
  const prices = source('/p/{what}/{at}')
  expect(await prices.quote('x', at)).toMatchObject({ at })
  answer.body = '{"value":0.0000015,"at":"2026-11-01T11:59:00Z"}'
  expect(await prices.quote('y', at)).toEqual({
    ...{ value: '0.0000015', source: 'EXAMPLE', at: new Date('2026-11-01T11:59:00Z') },
  })
  expect(asked[0]?.url).toBe('/p/x/2026-11-01T12%3A00%3A00.000Z')
})

test.each([
  [404, '{"value":"1"}'],
  [500, ''],
  [200, 'no JSON'],
  [200, '{}'],
  [200, '{"value":"0"}'],
  [200, '{"value":-1}'],
  [200, '{"value":"1e999999"}'],
  [200, '{"value":"NaN"}'],
  [200, '{"value":null}'],
  [200, `{"value":"1","more":"${'x'.repeat(30_000)}"}`],
])('[TX-01] %i %s is no price, and is asked for again', async (status, body) => {
  answer = { status, body }
  const prices = source('/{what}')
  expect(await prices.quote('x', at)).toBeNull()
  answer = { status: 200, body: '{"value":"7"}' }
  expect(await prices.quote('x', at)).toMatchObject({ value: '7' })
})

test('[TX-01] a source that never answers is given up, and the guard holds for prices too', async () => {
  answer = { status: 0, body: '' }
  expect(await source('/{what}').quote('x', at)).toBeNull()
  expect(asked).toHaveLength(1)
  const guarded = createEgress({ allow: [], httpsOnly: false })
  expect(await source('/{what}', { egress: guarded }).quote('x', at)).toBeNull()
  expect(asked).toHaveLength(1)
  await guarded.close()
})
