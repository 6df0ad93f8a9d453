import { deceptive, stripInvisible } from '@countersign/contracts'

/** A person as the provider describes them. */
export type Person = {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string
}

/** Claims of an ID token, merged with those of the userinfo answer. */
export type Claims = Readonly<Record<string, unknown>>

const subjectForm = /^[\x20-\x7e]{1,255}$/
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/**
 * The person behind the claims, or why there is no session for them. Companies are joined by email
 * domain, so an address that the provider does not vouch for (`true`, not `"true"`) opens nothing.
 */
export function personOf(claims: Claims): Person | 'unverified' | 'failed' {
  const { iss, sub, email, email_verified: verified, name } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string' || !subjectForm.test(sub)) return 'failed'
  if (
    verified !== true ||
    typeof email !== 'string' ||
    !emailForm.test(email) ||
    deceptive.test(email)
  )
    return 'unverified'
  const shown = typeof name === 'string' ? stripInvisible(name).trim() : ''
  return { issuer: iss, subject: sub, email, name: shown.slice(0, 256) || email }
}
