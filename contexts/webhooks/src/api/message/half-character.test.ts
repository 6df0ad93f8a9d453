import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await webhooksFixture()
})
afterAll(() => fixture.close())

test.each([
  [
    '/event-type',
    { name: 'a', description: '', schemas: { 1: { type: 'object', title: '\ud800' } } },
  ],
  ['/app', { name: 'a', metadata: { a: '\udc00' } }],
  ['/app', { name: 'a', metadata: { a: '\0' } }],
])('[WH-16] 422 at %s for text that cannot be stored', async (path, body) => {
  const { status, text } = await fixture.raw('POST', path, JSON.stringify(body))
  expect(status).toBe(422)
  expect(JSON.parse(text)).toEqual({
    detail: [
      { loc: ['body'], msg: expect.stringMatching(/^Text can’t contain/), type: 'value_error' },
    ],
  })
})
