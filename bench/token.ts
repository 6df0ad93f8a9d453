import { createHmac } from 'node:crypto'

/** Secret of the services that the benchmarks start, and of nothing else. */
export const jwtSecret = 'a secret of the benchmarks alone'

/** The bearer token of an organisation (HS256). */
export function organisationToken(orgId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256' })}.${part({ sub: orgId, iat: Math.floor(Date.now() / 1000) })}`
  return `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`
}
