import { testPool } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kestrelBay, seedDemo } from '../../demo/index.ts'
import { draftOf } from '../isolation/isolation.fixture.ts'
import { aimedAt } from '../isolation/victim.fixture.ts'
import { keptRows } from '../kept.fixture.ts'
import { document, holdsDid, operations, schemas } from '../product-fields.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { signedIn } from '../session.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: pg.Pool
beforeAll(async () => {
  fixture = await serverFixture()
  const { product, databaseUrl } = fixture
  await seedDemo(product.database, product.identity, new Date(), product.documents)
  owner = testPool({ connectionString: databaseUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await fixture.close()
})

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Places in a body's schema that take fields which nobody named. */
function open(schema: unknown, at: string, seen: readonly string[] = []): string[] {
  if (!isTree(schema)) return []
  const part = (key: string): unknown => Reflect.get(schema, key)
  const ref = part('$ref')
  if (typeof ref === 'string') {
    if (seen.includes(ref)) return []
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((tree, key) => Reflect.get(Object(tree), key), document)
    return open(found, at, [...seen, ref])
  }
  const properties = part('properties')
  const below = isTree(properties) ? Object.entries(properties) : []
  const choices = ['anyOf', 'oneOf', 'allOf', 'items'].flatMap((key) => part(key) ?? [])
  return [
    ...(isTree(properties) && part('additionalProperties') !== false ? [at] : []),
    ...below.flatMap(([name, one]) => open(one, `${at}.${name}`, seen)),
    ...choices.flat().flatMap((one) => open(one, at, seen)),
  ]
}

test('[ER-04] [ID-08] no body takes a field that its contract does not name', () => {
  const found = Object.values(document.paths).flatMap((item) =>
    Object.values(Object(item)).flatMap((described) => {
      const id = String(Reflect.get(Object(described), 'operationId'))
      const content = Reflect.get(Object(Reflect.get(Object(described), 'requestBody')), 'content')
      // What OAuth does not know it ignores (RFC 6749, section 3.2).
      if (id === 'oauth.token') return []
      return Object.values(Object(content)).flatMap((one) =>
        open(Reflect.get(Object(one), 'schema'), id),
      )
    }),
  )
  expect(found).toEqual([])
})

/** Who has what an admin of a company has not. */
const holders: Readonly<Record<string, string>> = {
  'trustframework.tfUpdate': 'noor',
  'transactions.autoDecryption': 'ana',
}

test('[ID-08] [TF-05] the name of a column in a body is refused, and changes nothing, on every operation', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns
     where table_schema = any($1)`,
    [schemas],
  )
  const camel = (name: string) =>
    name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const columns = [...new Set(rows.flatMap(({ name }) => [name, camel(name)]))]
  expect(columns.length).toBeGreaterThan(150)
  const before = await keptRows(owner)
  const wrong: string[] = []
  let asked = 0
  for (const target of aimedAt(kestrelBay)) {
    const { payload, query } = draftOf(target, 5)
    if (typeof payload !== 'string' || operations.get(target.id)?.form) continue
    const own: object = JSON.parse(payload)
    const added = columns.filter((name) => !Object.hasOwn(own, name))
    const access = operations.get(target.id)?.access
    const permission = typeof access === 'object' ? access.permission : undefined
    const subject = (permission && holders[permission]) ?? 'marcus'
    const answer = await fixture.product.app.inject({
      method: target.method,
      query: Object.fromEntries(query.map(([name, value]) => [name, decodeURIComponent(value)])),
      url: target.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        holdsDid(target, name) ? encodeURIComponent(kestrelBay) : 'none',
      ),
      headers: {
        'x-user-agent': 'test',
        'content-type': 'application/json',
        cookie: await signedIn(fixture.databaseUrl, subject),
      },
      payload: JSON.stringify({ ...own, ...Object.fromEntries(added.map((name) => [name, 'x'])) }),
    })
    asked++
    if (answer.statusCode !== 422 || !answer.body.includes('Unknown field'))
      wrong.push(`${target.id}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
  }
  expect(asked).toBeGreaterThan(25)
  expect(wrong).toEqual([])
  expect(await keptRows(owner)).toEqual(before)
})

test('[T22] [TF-03] [ER-04] a forged cursor is refused, signed in or not, on every list', async () => {
  const lists = [
    ...['', 'createdAt', 'lastSentDate:DESC', 'yearFounded,updatedAt'].map(
      (order) => `/api/tf/simple/vasps?per_page=1${order && `&order=${order}`}`,
    ),
    '/api/countersignPublic/tf/simple/vasps?per_page=1',
    `/api/tf/vasps/${kestrelBay}/reviews?per_page=1`,
    `/api/tf/vasps/${kestrelBay}/documents/requests?limit=1`,
    `/api/v1/vasps/${kestrelBay}/audit?per_page=1`,
    '/api/tf/vasps/userVASPList?per_page=1',
  ]
  const cookie = await signedIn(fixture.databaseUrl, 'marcus')
  const ask = (url: string) =>
    fixture.product.app.inject({ url, headers: { 'x-user-agent': 'test', cookie } })
  let forged = 0
  for (const url of lists) {
    const answer = (await ask(url)).json()
    const next = answer.pagination?.next ?? answer.next?.joinable ?? answer.next
    if (typeof next !== 'string') continue
    const middle = Math.floor(next.length / 2)
    const wrong = [
      ...[`${next}A`, next.slice(1), next.replace('.', '')],
      `${next.slice(0, middle)}${next[middle] === 'A' ? 'B' : 'A'}${next.slice(middle + 1)}`,
      Buffer.from('["next","",0,["a","did:ethr:0x1"]]').toString('base64url'),
      ...['older_1', '1', '["a"]'],
    ]
    for (const cursor of wrong) {
      const refused = await ask(`${url}&cursor=${encodeURIComponent(cursor)}`)
      expect(refused.statusCode, `${url} ${cursor} ${refused.body}`).toBe(422)
      expect(refused.json().err.fields[0].loc).toEqual(['query', 'cursor'])
      forged++
    }
  }
  expect(forged).toBeGreaterThan(50)
})

test('[TF-09] a revision or version that no integer holds is refused', async () => {
  const answer = await fixture.product.app.inject({
    method: 'POST',
    url: `/api/tf/vasps/${kestrelBay}/documents/ddq/submit`,
    headers: { 'x-user-agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'marcus') },
    payload: {
      version: 2_147_483_648,
      revision: 0,
      declaration: { name: 'A', title: 'B', confirmed: true },
    },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().err.fields[0].loc).toEqual(['body', 'version'])
})
