import { testPool } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay, seedDemo } from '../../demo/index.ts'
import { draftOf } from '../isolation/isolation.fixture.ts'
import { aimedAt } from '../isolation/victim.fixture.ts'
import { keptRows } from '../kept.fixture.ts'
import { holdsDid, operations } from '../product-fields.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { signedIn } from '../session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: pg.Pool
let cookie: string
beforeAll(async () => {
  fixture = await serverFixture()
  const { product, databaseUrl } = fixture
  await seedDemo(product.database, product.identity, new Date(), product.documents)
  owner = testPool({ connectionString: databaseUrl, max: 1 })
  cookie = await signedIn(databaseUrl, 'marcus')
})
afterAll(async () => {
  await owner.end()
  await fixture.close()
})

/** How another site's page makes a browser ask with the person's cookie. */
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a script of another site': {
    ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'x-user-agent': 'x' },
    origin: 'https://evil.example',
  },
  'a script of a subdomain': {
    ...{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'x-user-agent': 'x' },
    origin: 'https://other.countersign.example',
  },
  'a form of another site': {
    ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ...{ origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a form of a subdomain': {
    ...{
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'navigate',
      'content-type': 'text/plain',
    },
    origin: 'https://other.countersign.example',
  },
  'an older browser': { origin: 'https://evil.example', 'x-user-agent': 'x' },
  'a page without an origin': { origin: 'null', 'x-user-agent': 'x' },
  'a form that says nothing': { 'content-type': 'text/plain' },
}

const kept = () => keptRows(owner)
const why = /from another site$|^The X-User-Agent header is missing$/

test.each(Object.entries(ways))(
  '[ID-10] %s changes nothing with the cookie of a person, on any operation',
  async (_, headers) => {
    const before = await kept()
    const through: string[] = []
    for (const target of aimedAt(kestrelBay)) {
      // A machine's form asks with its own secret; no cookie counts for it.
      if (target.method === 'GET' || operations.get(target.id)?.form) continue
      const { payload } = draftOf(target, 5)
      const answer = await fixture.product.app.inject({
        method: target.method,
        url: target.path.replaceAll(/\{(\w+)\}/g, (_whole, name) =>
          holdsDid(target, name) ? encodeURIComponent(kestrelBay) : 'none',
        ),
        headers: { 'content-type': 'application/json', ...headers, cookie },
        ...(payload !== undefined && { payload }),
      })
      // A person who lacks a right gets a 403 too; this one must be for where the request came from.
      const isRefused = answer.statusCode === 403 && why.test(answer.json().err.message)
      if (!isRefused) through.push(`${target.id}: ${answer.statusCode}`)
    }
    expect(through).toEqual([])
    expect(await kept()).toEqual(before)
  },
)

test('[ID-10] an image, a frame or a script of another site reads nothing, and a plain GET changes nothing', async () => {
  const before = await kept()
  const read: string[] = []
  const headers = {
    cookie,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
  }
  for (const target of aimedAt(kestrelBay)) {
    const operation = operations.get(target.id)
    if (target.method !== 'GET' || operation?.access === 'anyone') continue
    const url = target.path.replaceAll(/\{(\w+)\}/g, encodeURIComponent(kestrelBay))
    const answer = await fixture.product.app.inject({ method: 'GET', url, headers })
    const asks = operation?.navigation && answer.statusCode === 302
    if (answer.statusCode !== 403 && !asks) read.push(`${target.id}: ${answer.statusCode}`)
  }
  expect(read).toEqual([])
  expect(await kept()).toEqual(before)
})

test('[ER-04] every answer is for no cache, no sniffing, and no other site', async () => {
  const wrong: string[] = []
  for (const target of aimedAt(kestrelBay))
    for (const sender of [{}, { cookie, 'x-user-agent': 'x' }]) {
      const url = target.path.replaceAll(/\{(\w+)\}/g, encodeURIComponent(kestrelBay))
      const { headers } = await fixture.product.app.inject({
        method: target.method,
        url,
        headers: sender,
      })
      const shown = `${target.id} ${JSON.stringify(headers)}`
      if (headers['x-content-type-options'] !== 'nosniff') wrong.push(`sniffed: ${shown}`)
      if (!/^(no-store|private, no-store)/.test(String(headers['cache-control'])))
        wrong.push(`cached: ${shown}`)
      const others = Object.keys(headers).filter((name) =>
        /^access-control-|^x-powered-by$|^server$/.test(name),
      )
      if (others.length > 0) wrong.push(`${others.join()}: ${shown}`)
      for (const one of [headers['set-cookie'] ?? []].flat())
        if (
          !/HttpOnly/.test(one) ||
          !/SameSite=Lax/.test(one) ||
          !/Path=\//.test(one) ||
          /Domain=/i.test(one)
        )
          wrong.push(`cookie: ${one}`)
    }
  expect(wrong).toEqual([])
})
