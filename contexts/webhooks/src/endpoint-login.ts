import { basicAuthorization } from '@countersign/kit/egress-address'
import { invalid } from '@countersign/kit/errors'
import type { Vault } from '@countersign/kit/vault'

/** Who signs in to a receiver: `user:password@` of its URL, percent-encoded as there. */
type Login = { readonly user: string; readonly password: string }

/** An endpoint's URL as it is stored: normalised, and who signs in apart from it, sealed. */
export type StoredUrl = { readonly url: string; readonly login: string | null }

/** Stands for what is not shown. */
const hidden = '***'

/** What a login of an endpoint's URL is sealed for. */
export const loginPlace = (endpointId: string) => `endpoint-login:${endpointId}`

const seal = (vault: Vault, endpointId: string, login: Login): string =>
  vault.seal(JSON.stringify(login), loginPlace(endpointId))

function open(vault: Vault, endpointId: string, sealed: string): Login {
  const { user, password } = JSON.parse(vault.open(sealed, loginPlace(endpointId)))
  return { user: String(user), password: String(password) }
}

function split(text: string): { url: URL; login: Login | null } {
  const url = new URL(text)
  const { username: user, password } = url
  url.username = ''
  url.password = ''
  return { url, login: user === '' && password === '' ? null : { user, password } }
}

/** A URL as it is stored, whatever its password. */
export function sealedUrl(vault: Vault, endpointId: string, text: string): StoredUrl {
  const { url, login } = split(text)
  return { url: url.href, login: login && seal(vault, endpointId, login) }
}

/**
 * What to store of a URL. `***` stands for the password that is stored already, unless the URL now
 * leads to another host: whoever may change an endpoint must not learn its password by that.
 * @param before what is stored now
 * @throws 422 when `***` stands for nothing
 */
export function storedUrl(
  vault: Vault,
  endpointId: string,
  text: string,
  before?: StoredUrl,
): StoredUrl {
  const { url, login } = split(text)
  const isUserHidden = login?.password === '' && login.user === hidden
  if (login === null || (login.password !== hidden && !isUserHidden))
    return sealedUrl(vault, endpointId, text)
  const known = before?.login == null ? null : open(vault, endpointId, before.login)
  const isSameHost = before !== undefined && new URL(before.url).origin === url.origin
  if (known === null || !isSameHost || (known.password === '') !== isUserHidden)
    throw invalid(['body', 'url'], 'The password is hidden (***). Send it in full.')
  const kept = isUserHidden ? known : { user: login.user, password: known.password }
  return { url: url.href, login: seal(vault, endpointId, kept) }
}

/** The URL as it is shown: with the user, and `***` for the password. A user alone is a key. */
export function shownUrl(
  vault: Vault,
  endpointId: string,
  { url: stored, login }: StoredUrl,
): string {
  if (login === null) return stored
  const { user, password } = open(vault, endpointId, login)
  const url = new URL(stored)
  url.username = password === '' ? hidden : user
  if (password !== '') url.password = hidden
  return url.href
}

/** The `authorization` header that a stored login makes; null when there is none. */
export function openAuthorization(
  vault: Vault,
  endpointId: string,
  sealed: string | null,
): string | null {
  if (sealed === null) return null
  const { user, password } = open(vault, endpointId, sealed)
  return basicAuthorization(user, password)
}

/** Takes user and password out of a URL that a script made. */
export function withoutLogin(text: string): { url: string; authorization: string | null } {
  if (!text.includes('@')) return { url: text, authorization: null }
  const { url, login } = split(text)
  if (login === null) return { url: text, authorization: null }
  return { url: url.href, authorization: basicAuthorization(login.user, login.password) }
}
