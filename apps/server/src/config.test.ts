import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { bucketOrigins } from './documents.ts'
import { readSecrets } from './secrets.ts'

test('[OPS] without any key everything has a default, and the demo is on', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ PORT: 3000, WEBHOOKS_PORT: 8071, demo: true })
  expect(config.WEBHOOKS_RETRY_SCHEDULE_MS).toHaveLength(7)
})

test('[OPS] with a database of one’s own the demo is off', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(false)
})

test('[OPS] an empty retry schedule means one attempt', () => {
  expect(readConfig({ WEBHOOKS_RETRY_SCHEDULE_MS: '' }).WEBHOOKS_RETRY_SCHEDULE_MS).toEqual([])
})

test('[OPS] a broken configuration lists every mistake at once, half-set groups too', () => {
  const broken = () =>
    readConfig({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      WEBHOOKS_TIMEOUT_MS: 'soon',
      OIDC_ISSUER: 'https://id.example',
      ENVIRONMENT_HOSTS: 'qa.example=Qa',
    })
  expect(broken).toThrow(/PORT/)
  expect(broken).toThrow(/DATABASE_URL/)
  expect(broken).toThrow(/WEBHOOKS_TIMEOUT_MS/)
  expect(broken).toThrow(/OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: missing/)
  expect(broken).toThrow(/ENVIRONMENT_HOSTS/)
})

test('[OPS] production refuses the demo and embedded defaults', () => {
  expect(() => readConfig({ NODE_ENV: 'production', DEMO: 'on' })).toThrow(
    /DEMO[\s\S]*DATABASE_URL[\s\S]*MAIN_SECRET/,
  )
})

test('[OPS] [BI-02] production refuses a test key of the billing provider, unless it is meant', () => {
  const stripe = {
    ...{ ...production, MAIN_SECRET: strong, WEBHOOKS_JWT_SECRET: strong },
    ...{ BILLING_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
  }
  const refused = /STRIPE_API_KEY: a test key is refused in production/
  for (const key of ['sk_test_a', 'rk_test_a'])
    expect(() => readConfig({ ...stripe, STRIPE_API_KEY: key })).toThrow(refused)
  for (const more of [
    { STRIPE_API_KEY: 'sk_live_a' },
    { STRIPE_API_KEY: 'sk_test_a', BILLING_TEST_MODE: 'on' },
  ])
    expect(readConfig({ ...stripe, ...more })).toMatchObject(more)
})

test('[OPS] production refuses failpoints, which end the process', () => {
  expect(() => readConfig({ NODE_ENV: 'production', FAILPOINT: 'after-accept' })).toThrow(
    /FAILPOINT: refused in production/,
  )
})

test('[T15] what keeps the secrets is readable by its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-secrets-'))
  await readSecrets(readConfig({ DATA_DIR: folder }))
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})

test('[TF-04] storage of one’s own needs its bucket and region, and both halves of a key', () => {
  expect(readConfig({})).toMatchObject({ STORAGE: 'local' })
  expect(() => readConfig({ STORAGE: 's3' })).toThrow(/S3_BUCKET, S3_REGION: missing/)
  expect(() => readConfig({ STORAGE: 's3', S3_BUCKET: 'b' })).toThrow(/S3_REGION: missing/)
  const whole = { STORAGE: 's3', S3_BUCKET: 'b', S3_REGION: 'eu-north-1' }
  expect(readConfig(whole)).toMatchObject({ S3_FORCE_PATH_STYLE: false, S3_DIRECT: false })
  expect(bucketOrigins(readConfig(whole))).toEqual([])
  const direct = { ...whole, S3_DIRECT: 'on' }
  expect(bucketOrigins(readConfig(direct))).toEqual(['https://b.s3.eu-north-1.amazonaws.com'])
  const near = { ...direct, S3_ENDPOINT: 'http://store.example:9000', S3_FORCE_PATH_STYLE: 'on' }
  expect(bucketOrigins(readConfig(near))).toEqual(['http://store.example:9000'])
  expect(() => readConfig({ S3_DIRECT: 'on' })).toThrow(/STORAGE: must be s3/)
  expect(() => readConfig({ ...whole, S3_ACCESS_KEY_ID: 'a' })).toThrow(/S3_SECRET_ACCESS_KEY/)
  expect(() => readConfig({ CLAMD: 'scanner' })).toThrow(/CLAMD: Expected host:port/)
})

test.each([
  ['10.0.0.0/33', 'is not a subnet'],
  ['load-balancer.example', 'is not a subnet'],
  ['10.0.0.1 10.0.0.2', 'is not a subnet'],
  ['0.0.0.0/0', 'everyone'],
  ['10.0.0.0/8, ::/0', 'everyone'],
])('[OPS] trusted proxies are addresses and subnets, and never everyone: %s', (value, why) => {
  expect(readConfig({}).TRUSTED_PROXIES).toEqual([])
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).TRUSTED_PROXIES).toHaveLength(2)
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(
    new RegExp(`TRUSTED_PROXIES: .*${why}`),
  )
})

const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/x' }
const strong = randomBytes(32).toString('base64')

test.each([
  ['MAIN_SECRET', Buffer.alloc(32).toString('base64')],
  ['MAIN_SECRET', `k2:${strong},k1:${Buffer.alloc(32, 'ab').toString('base64')}`],
  ['MAIN_SECRET', `k1:${strong},k1:${randomBytes(32).toString('base64')}`],
  ['MAIN_SECRET', 'c2hvcnQ='],
  ['WEBHOOKS_JWT_SECRET', 'a'.repeat(64)],
  ['WEBHOOKS_JWT_SECRET', 'abcdefgh'.repeat(8)],
  ['WEBHOOKS_JWT_SECRET', 'Tr0ub4dor&3-correct'],
])('[T15] production refuses a secret that is easy to guess: %s=%s', (key, value) => {
  const good = { ...production, MAIN_SECRET: strong, WEBHOOKS_JWT_SECRET: strong }
  expect(readConfig(good)).toMatchObject({ demo: false })
  expect(() => readConfig({ ...good, [key]: value })).toThrow(new RegExp(`${key}: `))
})

test.each([
  ...['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/7', '8.8.8.8', '2000::/3'],
  ...['169.254.0.0/16', '169.254.169.254', 'fe80::/10', 'intranet.example'],
])('[T6] EGRESS_ALLOW_SUBNETS opens private ranges only: %s', (value) => {
  const inside = '10.1.0.0/16, 127.0.0.1/32,::1/128, fd00::/8,192.168.7.7'
  expect(readConfig({ EGRESS_ALLOW_SUBNETS: inside }).EGRESS_ALLOW_SUBNETS).toHaveLength(5)
  expect(() => readConfig({ EGRESS_ALLOW_SUBNETS: value })).toThrow(/EGRESS_ALLOW_SUBNETS: /)
})
