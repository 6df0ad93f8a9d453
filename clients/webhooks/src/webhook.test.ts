import { webcrypto } from 'node:crypto'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix2 } from 'svix'
import { Webhook as Svix1 } from 'svix-1'
import { afterEach, expect, test, vi } from 'vitest'
import { equal, fromBase64, toBase64 } from './bytes.ts'
import { thrown } from './server.fixture.ts'
import { signWebhook, verifyWebhook } from './webhook.ts'

// The vectors of the contract, §5.3.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const pair =
  'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=='
const publicKey = 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4='
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const seconds = 1_614_265_330
const body = '{"test": 2432232314}'
const hmac = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const ed25519 =
  'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=='
const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const clock = () => seconds * 1000
const timestamp = new Date(seconds * 1000)
const headersOf = (signature: string, family = 'webhook') => ({
  [`${family}-id`]: id,
  [`${family}-timestamp`]: String(seconds),
  [`${family}-signature`]: signature,
})
const message = { test: 2432232314 }
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['HMAC-SHA256', secret, hmac],
  ['ed25519', pair, ed25519],
])('[WH-18] the published vector of %s is signed', async (_, key, signature) => {
  expect(await signWebhook(key, { id, timestamp, body })).toEqual(headersOf(signature))
  expect(await signWebhook(key, { id, timestamp, body }, { family: 'svix' })).toEqual(
    headersOf(signature, 'svix'),
  )
})

test.each([
  ['whsec', secret, hmac],
  ['whsec without prefix', secret.slice(6), hmac],
  ['whpk', publicKey, ed25519],
  ['whsk', pair, ed25519],
])('[WH-18] the published vector is verified with %s', async (_, key, signature) => {
  for (const family of ['webhook', 'svix'])
    for (const headers of [headersOf(signature, family), new Headers(headersOf(signature, family))])
      for (const bytes of [body, new TextEncoder().encode(body)])
        expect(await verifyWebhook(key, headers, bytes, { clock })).toEqual(message)
})

test('[WH-18] headers may be in any case, and several values', async () => {
  const headers = {
    'Webhook-Id': id,
    'WEBHOOK-TIMESTAMP': [String(seconds)],
    'webhook-signature': hmac,
  }
  expect(await verifyWebhook(secret, headers, body, { clock })).toEqual(message)
})

test('[WH-18] one good signature among several is enough, and one fitting secret', async () => {
  const bad = `v1,${toBase64(new Uint8Array(32))}`
  const headers = headersOf(`${bad} v2,xyz v1,%%% v1 ${ed25519} ${hmac}`)
  expect(await verifyWebhook(secret, headers, body, { clock })).toEqual(message)
  expect(await verifyWebhook([other, secret], headers, body, { clock })).toEqual(message)
  expect(await verifyWebhook([other, publicKey], headers, body, { clock })).toEqual(message)
})

test('[WH-18] a rotation signs with both secrets', async () => {
  const headers = await signWebhook([other, secret], { id, timestamp, body })
  expect(headers['webhook-signature']?.split(' ')).toEqual([expect.stringMatching(/^v1,/), hmac])
  for (const one of [other, secret])
    expect(await verifyWebhook(one, headers, body, { clock })).toEqual(message)
})

test.each([
  ['another secret', other, headersOf(hmac), body],
  ['another body', secret, headersOf(hmac), `${body} `],
  ['another id', secret, { ...headersOf(hmac), 'webhook-id': 'msg_2' }, body],
  [
    'another timestamp',
    secret,
    { ...headersOf(hmac), 'webhook-timestamp': String(seconds + 1) },
    body,
  ],
  ['the version of the other algorithm', secret, headersOf(hmac.replace('v1', 'v1a')), body],
  ['a cut signature', secret, headersOf(hmac.slice(0, 20)), body],
  ['no signature in its entry', secret, headersOf('v1,'), body],
  ['another ed25519 key', `whpk_${toBase64(new Uint8Array(32).fill(9))}`, headersOf(ed25519), body],
])('[WH-18] %s is refused', async (_, key, headers, text) => {
  expect(await thrown(verifyWebhook(key, headers, text, { clock }))).toMatchObject({
    name: 'WebhookVerificationError',
    message: 'No matching signature found',
  })
})

test.each([
  [300, true],
  [301, 'Message timestamp too old'],
  [-300, true],
  [-301, 'Message timestamp too new'],
])('[WH-18] a message of %i s ago', async (age, expected) => {
  const at = { clock: () => (seconds + age) * 1000 }
  const work = verifyWebhook(secret, headersOf(hmac), body, at)
  if (expected === true) expect(await work).toEqual(message)
  else expect((await thrown(work)).message).toBe(expected)
  const strict = verifyWebhook(secret, headersOf(hmac), body, { ...at, toleranceSeconds: 60 })
  expect((await thrown(strict)).message).toMatch(/^Message timestamp too (old|new)$/)
})

test.each(['', '12x', '-5', '1e9', ' '])('[WH-18] the timestamp %j is none', async (text) => {
  const headers = { ...headersOf(hmac), 'webhook-timestamp': text }
  expect((await thrown(verifyWebhook(secret, headers, body, { clock }))).message).toMatch(
    /^(Invalid Signature Headers|Missing required headers)$/,
  )
})

test.each(['id', 'timestamp', 'signature'])(
  '[WH-18] without its %s a message is refused',
  async (name) => {
    const headers = { ...headersOf(hmac), [`webhook-${name}`]: undefined }
    expect((await thrown(verifyWebhook(secret, headers, body, { clock }))).message).toBe(
      'Missing required headers',
    )
  },
)

test.each(['', 'whsec_', 'whsec_AAAA', 'whsec_%%%', 'whpk_AAAA', 'whsk_AAAA', []])(
  '[WH-18] the secret %j is none: anybody could sign with it',
  async (key) => {
    const error = await thrown(verifyWebhook(key, headersOf(hmac), body, { clock }))
    expect(error.message).toMatch(/^(Not a webhook secret|Give at least one secret)/)
  },
)

test('[WH-18] a public key verifies and does not sign', async () => {
  const error = await thrown(signWebhook(publicKey, { id, timestamp, body }))
  expect(error.message).toBe('A public key can not sign.')
})

test('[WH-18] the libraries of receivers accept what signWebhook signs, and the other way round', async () => {
  const now = new Date()
  for (const text of [body, '{"text":"Grüße 🎉"}', `{"long":"${'x'.repeat(100_000)}"}`]) {
    const headers = await signWebhook(secret, { id, timestamp: now, body: text })
    const signature = headers['webhook-signature']
    expect(new Standard(secret).verify(text, headers)).toEqual(JSON.parse(text))
    expect(new Svix1(secret).verify(text, headers)).toEqual(JSON.parse(text))
    // From 2.0 on theirs answers nothing and only throws.
    expect(() => new Svix2(secret).verify(text, headers)).not.toThrow()
    expect(() => new Svix2(secret).verify(`${text} `, headers)).toThrow()
    for (const library of [new Standard(secret), new Svix1(secret), new Svix2(secret)]) {
      const theirs = library.sign(id, now, text)
      expect(theirs).toBe(signature)
      const given = { ...headers, 'webhook-signature': theirs }
      expect(await verifyWebhook(secret, given, text)).toEqual(JSON.parse(text))
    }
  }
})

test('[WH-18] a place without Web Crypto says so, or is handed one', async () => {
  vi.stubGlobal('crypto', undefined)
  expect((await thrown(verifyWebhook(secret, headersOf(hmac), body, { clock }))).message).toMatch(
    /^No Web Crypto here/,
  )
  const crypto = { subtle: webcrypto.subtle }
  expect(await verifyWebhook(secret, headersOf(hmac), body, { clock, crypto })).toEqual(message)
})

test('[WH-18] bytes are compared whole', () => {
  const bytes = (...all: number[]) => Uint8Array.from(all)
  expect(equal(bytes(1, 2), bytes(1, 2))).toBe(true)
  expect(equal(bytes(1, 2), bytes(1, 3))).toBe(false)
  expect(equal(bytes(1, 2), bytes(1, 2, 0))).toBe(false)
  expect(equal(bytes(1, 2, 0), bytes(1, 2))).toBe(false)
  expect(equal(bytes(), bytes())).toBe(true)
  expect(fromBase64('%')).toBeUndefined()
})
