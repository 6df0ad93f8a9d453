import { readFile } from 'node:fs/promises'
import { type Contract, Did, type Operation, operationsOf } from '@countersign/contracts'
import { product } from '@countersign/contracts/product'
import { webhooks } from '@countersign/contracts/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFixture } from '../suites/server.fixture.ts'
import { signedIn } from '../suites/session.fixture.ts'

const segments = ({ path }: Operation) => path.split('/').slice(1)
const isParameter = (segment: string) => segment.startsWith('{')

const operations = (contracts: readonly Contract[]) =>
  contracts.flatMap(operationsOf).map(({ operation }) => operation)

/** Two operations of which neither's path is the more precise one, where some text matches both. */
function alike(contracts: readonly Contract[]) {
  const all = operations(contracts)
  const isWider = (one: string[], other: string[]) =>
    one.some((segment, at) => isParameter(segment) && !isParameter(other[at] ?? ''))
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => {
      const [left, right] = [segments(one), segments(other)]
      const overlaps =
        left.length === right.length &&
        left.every((segment, n) => {
          const beside = right[n] ?? ''
          return segment === beside || isParameter(segment) || isParameter(beside)
        })
      return overlaps && isWider(left, right) && isWider(right, left) ? [[one, other] as const] : []
    }),
  )
}

/** Whether a DID of one stands where the other has a word that is none. */
const needsDid = (one: Operation, other: Operation) =>
  segments(one).some((segment, at) => {
    const word = segments(other)[at] ?? ''
    return /^\{\w*did\}$/i.test(segment) && !isParameter(word) && !Did.safeParse(word).success
  })

let fixture: Awaited<ReturnType<typeof serverFixture>>
let headers: Record<string, string>
const taken: (string | undefined)[] = []
beforeAll(async () => {
  fixture = await serverFixture({ DEMO: 'on' })
  fixture.product.app.addHook('onRequest', async (request) => {
    taken.push(request.routeOptions.url)
  })
  headers = { cookie: await signedIn(fixture.databaseUrl, 'marcus'), 'x-user-agent': 'test' }
})
afterAll(() => fixture.close())

test('[WH-16] no request is meant by two paths that look alike', () => {
  expect(alike([webhooks])).toEqual([])
  const pairs = alike([product])
  expect(pairs.length).toBeGreaterThan(20)
  const unclear = pairs.filter(
    ([one, other]) =>
      !(needsDid(one, other) && needsDid(other, one)) && one.method === other.method,
  )
  expect(unclear).toEqual([])
})

test('[WH-16] every pair of paths that look alike is documented, and goes where the document says', async () => {
  const text = await readFile(new URL('../../../../docs/api/paths.md', import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^\| `(\S+)` \| `(\S+)` \|$/gm)]
  const told = new Set(lines.map(([, , path]) => path))
  const undocumented = alike([product]).filter(
    (pair) => !pair.some(({ path }) => told.has(`/api${path}`)),
  )
  expect(undocumented).toEqual([])
  for (const [, url = '', path = ''] of lines) {
    const own = operations([product]).filter((one) => `/api${one.path}` === path)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      taken.length = 0
      const answer = await fixture.product.app.inject({ method, url, headers })
      const isOwn = own.some((one) => one.method === method)
      const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
      expect(taken, `${method} ${url}`).toEqual(isOwn ? [route] : [])
      if (!isOwn) expect(answer.statusCode).toBe(405)
      expect(answer.statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500)
    }
  }
})
