import { readFile } from 'node:fs/promises'
import { Did, type Operation, operationsOf } from '@countersign/contracts'
import { identity } from '@countersign/contracts/identity'
import { site } from '@countersign/contracts/site'
import { trust } from '@countersign/contracts/trust'
import { webhooks } from '@countersign/contracts/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const segments = ({ path }: Operation) => path.split('/').slice(1)
const isParameter = (segment: string) => segment.startsWith('{')

/** Two operations of which neither's path is the more precise one, where some text matches both. */
function alike(contracts: (typeof trust | typeof webhooks | typeof identity | typeof site)[]) {
  const all = contracts.flatMap((contract) => operationsOf(contract)).map((one) => one.operation)
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
  const pairs = alike([identity, trust, site])
  expect(pairs.length).toBeGreaterThan(20)
  const unclear = pairs.filter(
    ([one, other]) =>
      !(needsDid(one, other) && needsDid(other, one)) && one.method === other.method,
  )
  expect(unclear).toEqual([])
})

test('[WH-16] every pair of paths that look alike is documented, and goes where the document says', async () => {
  const text = await readFile(new URL('../../../docs/api/paths.md', import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^\| `(\w+) (\S+)` \| `(\S+)` \|$/gm)]
  expect(lines.length).toBeGreaterThan(8)
  const told = lines.map(([, , url = '', path = '']) => [url.split('/'), path] as const)
  const word = ({ path }: Operation) => /\/(upload|download|delete|outgoing-requests)\//.exec(path)
  for (const pair of alike([identity, trust, site])) {
    const known = pair.map(word).find((found) => found !== null)?.[1] ?? 'none'
    expect(
      told.flatMap(([parts]) => parts),
      pair[1].path,
    ).toContain(known)
  }
  for (const [, method, url = '', path = ''] of lines) {
    taken.length = 0
    const answer = await fixture.product.app.inject({
      ...{ method: method as 'GET', url, headers },
    })
    expect(taken, `${method} ${url}`).toEqual([path.replaceAll(/\{(\w+)\}/g, ':$1')])
    expect(answer.statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500)
  }
})
