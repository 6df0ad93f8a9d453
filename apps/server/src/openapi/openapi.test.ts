import { operationsOf } from '@countersign/contracts'
import { productExamples } from '@countersign/contracts/examples'
import { product } from '@countersign/contracts/product'
import { operationalEvents, webhooks } from '@countersign/contracts/webhooks'
import { plainSchema } from '@countersign/kit/openapi-components'
import { webhooksDocument } from '@countersign/webhooks'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { productDocument } from './documents.ts'

test.each([
  ['product', productDocument()],
  ['webhooks', webhooksDocument()],
])('[WH-16] the OpenAPI document of the %s API is valid 3.1', async (_, document) => {
  const validator = new Validator()
  // The validator wants plain JSON, as a reader of the document gets it.
  const result = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors ?? []).toEqual([])
  expect(validator.version).toBe('3.1')
})

test('[WH-16] every operation is in its document under its name', () => {
  const names = (document: object) =>
    [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, name]) => name)
  for (const [contract, document] of [
    [product, productDocument()],
    [webhooks, webhooksDocument()],
  ] as const)
    expect(names(document)).toEqual(
      expect.arrayContaining(operationsOf(contract).map(({ name }) => name)),
    )
})

/** Every schema of a whole number below a value, with its place. */
function wholeNumbers(value: unknown, at: string): [string, object][] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, one]) => wholeNumbers(one, `${at}.${key}`))
  return Reflect.get(value, 'type') === 'integer' ? [[at, value], ...below] : below
}

test('[ER-04] a whole number that a caller sends has bounds, and the database has room for it', () => {
  const numbers = operationsOf(product).flatMap(({ name, operation: { query, body } }) =>
    [query, body].flatMap((schema) =>
      schema ? wholeNumbers(plainSchema(schema, 'input'), name) : [],
    ),
  )
  expect(numbers.length).toBeGreaterThan(20)
  const unbounded = numbers.filter(([, schema]) => {
    const [least, most] = [Reflect.get(schema, 'minimum'), Reflect.get(schema, 'maximum')]
    return !(least >= -2_147_483_648 && most <= 2_147_483_647)
  })
  expect(unbounded).toEqual([])
})

test('[ER-01] every operation says that a request may be refused before it is read', () => {
  for (const { paths } of [productDocument(), webhooksDocument()])
    for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
      const statuses = Object.keys(Reflect.get(Object(operation), 'responses'))
      expect(statuses).toEqual(expect.arrayContaining(['400', '408', '431']))
    }
})

test('[WH-16] every example is one that its operation takes', () => {
  const known = new Map(operationsOf(product).map((one) => [one.name, one]))
  for (const [name, { body }] of Object.entries(productExamples)) {
    const schema = known.get(name)?.operation.body
    expect(schema ? safeParse(schema, body).error : body, name).toBeUndefined()
  }
})

test('[WH-19] the seven operational webhooks are in the document', () => {
  const { webhooks: told } = webhooksDocument()
  expect(Object.keys(told ?? {})).toEqual(Object.keys(operationalEvents))
  expect(Object.keys(operationalEvents)).toHaveLength(7)
})

test('[WH-16] the validator finds a broken document', async () => {
  const result = await new Validator().validate({ openapi: '3.1.0', paths: {} })
  expect(result.valid).toBe(false)
})
