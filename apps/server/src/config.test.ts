import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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

test('[TF-04] storage of one’s own needs its bucket and region, and both halves of a key', () => {
  expect(readConfig({})).toMatchObject({ STORAGE: 'local' })
  expect(() => readConfig({ STORAGE: 's3' })).toThrow(/S3_BUCKET, S3_REGION: missing/)
  expect(() => readConfig({ STORAGE: 's3', S3_BUCKET: 'b' })).toThrow(/S3_REGION: missing/)
  const whole = { STORAGE: 's3', S3_BUCKET: 'b', S3_REGION: 'eu-north-1' }
  expect(readConfig(whole)).toMatchObject({ S3_FORCE_PATH_STYLE: false })
  expect(() => readConfig({ ...whole, S3_ACCESS_KEY_ID: 'a' })).toThrow(/S3_SECRET_ACCESS_KEY/)
  expect(() => readConfig({ CLAMD: 'scanner' })).toThrow(/CLAMD: Expected host:port/)
})

test.each([
  ['10.0.0.0/33', 'is not a subnet'],
  ['load-balancer.example', 'is not a subnet'],
  ['10.0.0.1 10.0.0.2', 'is not a subnet'],
  ['0.0.0.0/0', 'everybody'],
  ['10.0.0.0/8, ::/0', 'everybody'],
])('[OPS] trusted proxies are addresses and subnets, and never everybody: %s', (value, why) => {
  expect(readConfig({}).TRUSTED_PROXIES).toEqual([])
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).TRUSTED_PROXIES).toHaveLength(2)
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(
    new RegExp(`TRUSTED_PROXIES: .*${why}`),
  )
})
