import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret } from '../endpoint-secret.ts'
import { signatures, signingKey } from './signature.ts'

// Contract 5.3.
const vector = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
}
const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const whsk =
  'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=='
const v1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const v1a =
  'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=='

test('[WH-18] signs the vectors of the contract', () => {
  expect(signatures([signingKey(whsec)], vector)).toBe(v1)
  expect(signatures([signingKey(whsk)], vector)).toBe(v1a)
})

test('[WH-18] one entry for each unexpired key, in order', () => {
  const keys = [
    signingKey(whsk),
    signingKey(whsec, 1614265331_000),
    signingKey(whsec, 1614265330_000),
  ]
  expect(signatures(keys, vector)).toBe(`${v1a} ${v1}`)
})

test('[WH-18] new secrets sign what the library and the public key verify', () => {
  const now = new Date()
  const message = { id: 'msg_1', timestamp: Math.floor(now.getTime() / 1000), body: '{"ü":1}' }
  const secret = newSecret('hmac256')
  expect(signatures([signingKey(secret)], message)).toBe(
    new Webhook(secret).sign(message.id, now, message.body),
  )
  const pair = newSecret('ed25519')
  const point = Buffer.from(pair.slice('whsk_'.length), 'base64').subarray(32)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
    format: 'jwk',
  })
  const [, entry = ''] = signatures([signingKey(pair)], message).split(',')
  const content = Buffer.from(`${message.id}.${message.timestamp}.${message.body}`)
  expect(verify(null, content, key, Buffer.from(entry, 'base64'))).toBe(true)
})

test('[WH-18] what is no signing secret is refused', () => {
  for (const secret of ['', 'whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsk_AAAA'])
    expect(() => signingKey(secret)).toThrow()
})
