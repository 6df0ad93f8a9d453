import { planRefusal } from '@countersign/contracts/billing'
import { maxCredentials } from '@countersign/contracts/identity'
import { fail } from '@countersign/kit/errors'

/**
 * Refuses one more than a company can have.
 * @param planLimit null: its plan covers any number
 * @throws 400 where the plan covers no more, 409 where nobody can have more
 */
export function refuseMore(count: number, planLimit: number | null): void {
  const refusal = planRefusal('api_credentials', planLimit, count)
  if (refusal) throw fail('bad_request', refusal, { wire: 'PlanLimitReachedError' })
  if (count >= maxCredentials)
    throw fail(
      'conflict',
      `A company can have at most ${maxCredentials} credentials. Delete one you don’t use.`,
    )
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** @throws 409 for a name that another credential of the company has: deletion asks for it */
export function refuseTaken(name: string, others: readonly { readonly name: string }[]): void {
  if (others.some((one) => isSame(one.name, name)))
    throw fail('conflict', `Another credential is already called “${name}”. Choose another name.`)
}

/** The first free name with a number, for a client that is given none. */
export function nextName(others: readonly { readonly name: string }[]): string {
  let number = others.length + 1
  while (others.some(({ name }) => isSame(name, `Credential ${number}`))) number += 1
  return `Credential ${number}`
}

/** What a token request says of who asks; a text is what is wrong with it. */
export type TokenAsk =
  | { readonly clientId: string; readonly secret: string }
  | { readonly error: string; readonly description: string }

type Form = {
  readonly grant_type?: string | undefined
  readonly client_id?: string | undefined
  readonly client_secret?: string | undefined
}

/** Reads a token request by RFC 6749, sections 2.3.1 and 4.4.2. */
export function readTokenAsk(form: Form, authorization: string | undefined): TokenAsk {
  const encoded = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const basic = authorization !== undefined
  const wrong = (error: string, description: string) => ({ error, description })
  if (form.grant_type === undefined)
    return wrong('invalid_request', 'Send the form field grant_type=client_credentials, once')
  if (form.grant_type !== 'client_credentials')
    return wrong('unsupported_grant_type', 'Only client_credentials is supported')
  if (!basic) {
    const { client_id: clientId, client_secret: secret } = form
    return clientId && secret !== undefined
      ? { clientId, secret }
      : wrong('invalid_client', 'Send client_id and client_secret, in the form or by HTTP Basic')
  }
  if (form.client_secret !== undefined)
    return wrong('invalid_request', 'Send the secret in the form or by HTTP Basic, not both')
  const [clientId, secret] = decoded(encoded)
  if (clientId === undefined || secret === undefined)
    return wrong('invalid_client', 'The Authorization header isn’t HTTP Basic with ID and secret')
  if (form.client_id !== undefined && form.client_id !== clientId)
    return wrong('invalid_request', 'The form and HTTP Basic name different clients')
  return { clientId, secret }
}

declare const atob: (text: string) => string

/** User and password of the Basic scheme; RFC 6749 has both form-encoded before. */
function decoded(encoded: string | undefined): string[] {
  try {
    const text = atob(encoded ?? '')
    const colon = text.indexOf(':')
    if (colon < 0) return []
    return [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    )
  } catch {
    return []
  }
}
