import { type Contract, type Operation, operationsOf } from '@countersign/contracts'
import { product as contract } from '@countersign/contracts/product'
import { webhooks } from '@countersign/contracts/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverFixture } from '../server.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture()
})
afterAll(() => fixture.close())

type Row = [name: string, operation: Operation]
const rows = (contract: Contract): Row[] =>
  operationsOf(contract).map(({ name, operation }) => [name, operation])
const product = rows(contract)
const service = rows(webhooks)
const closed = (list: Row[]) => list.filter(([, { access }]) => access !== 'anyone')

/** The operation's address with a plausible value for each parameter. */
const urlOf = (prefix: string, { path }: Operation) =>
  prefix + path.replaceAll('{did}', 'did:ethr:0x1').replaceAll(/\{\w+\}/g, 'x')

const productError = {
  err: { name: expect.any(String), code: expect.any(Number), message: expect.any(String) },
}

describe('the product without credentials', () => {
  test.each(closed(product))('[ID-08] %s is refused with 401', async (_, operation) => {
    const answer = await fixture.product.app.inject({
      method: operation.method,
      url: urlOf('/api', operation),
      headers: { 'x-user-agent': 'test' },
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="Countersign"')
    expect(answer.json()).toEqual(productError)
  })

  test.each(closed(product))(
    '[ID-08] %s is refused with a made-up session',
    async (_, operation) => {
      const answer = await fixture.product.app.inject({
        method: operation.method,
        url: urlOf('/api', operation),
        headers: { 'x-user-agent': 'test', cookie: `countersign=${'a'.repeat(43)}` },
      })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual(productError)
    },
  )

  test.each(product)('[ID-08] %s has a rule and never fails by itself', async (_, operation) => {
    const answer = await fixture.product.app.inject({
      method: operation.method,
      url: urlOf('/api', operation),
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
  })
})

describe('the webhook service without credentials', () => {
  const httpError = { code: 'authentication_failed', detail: expect.any(String) }

  test.each(closed(service))('[WH-15] %s is refused with 401', async (_, operation) => {
    for (const authorization of [undefined, 'Bearer x', 'Bearer ', 'Basic eDp5', 'Bearer a.b.c']) {
      const answer = await fixture.webhooks.app.inject({
        method: operation.method,
        url: urlOf('/api/v1', operation),
        headers: { ...(authorization && { authorization }) },
      })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="/)
      expect(answer.json()).toEqual(httpError)
    }
  })

  test('[WH-15] health needs no token and says nothing', async () => {
    for (const url of ['/api/v1/health/', '/api/v1/health']) {
      const answer = await fixture.webhooks.app.inject({ method: 'GET', url })
      expect(answer.statusCode).toBe(204)
      expect(answer.body).toBe('')
    }
  })
})

describe('unknown routes', () => {
  test('[ER-04] the product answers JSON without a stack', async () => {
    for (const url of ['/api/nonsense', '/api/', '/api/tf/vasps', '/api/%2e%2e/etc/passwd']) {
      const answer = await fixture.product.app.inject({ method: 'GET', url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual(productError)
      expect(answer.body).not.toMatch(/stack|node_modules/)
    }
  })

  test('[WH-16] the webhook service answers JSON', async () => {
    const answer = await fixture.webhooks.app.inject({ method: 'POST', url: '/api/v1/nonsense/' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'not_found', detail: expect.any(String) })
  })
})

describe('bodies', () => {
  const post = (payload: string | Buffer) =>
    fixture.product.app.inject({
      method: 'POST',
      url: '/api/tf/vasps/update',
      headers: { 'content-type': 'application/json', 'x-user-agent': 'test' },
      payload,
    })

  test('[ER-04] a stranger’s body is not even read', async () => {
    expect((await post('['.repeat(60_000))).statusCode).toBe(401)
    expect((await post('{"did":')).statusCode).toBe(401)
  })
})
