import { type PortalSession, webhooks } from '@countersign/contracts/webhooks'
import { ApiError, client } from '@countersign/kit/client'
import { store } from '../browser/index.ts'
import type { Portal } from '../webhooks/index.ts'
import { keptToken } from './kept-token.ts'
import { keyOf } from './link.rules.ts'

/** Why a portal shows nothing. */
export type Refusal = 'no-link' | 'ended'

/** What a link has opened. */
export type Opened = { readonly session: PortalSession; readonly portal: Portal }

const base = '/api/v1'
const anyone = client(webhooks, { base, fetcher: (url, init) => fetch(url, init) })

/** The page’s token has ended in the middle of somebody’s work. */
export const ended = store(false)

let token = ''

/** A client whose calls carry whatever token is the page’s then. */
const api = client(webhooks, {
  base,
  fetcher: async (url, init) => {
    const used = token
    const answer = await fetch(url, { ...init, headers: bearing(used, init.headers) })
    if (answer.status === 401 && used === token) {
      keptToken.write(null)
      ended.set(true)
    }
    return answer
  },
})

function bearing(used: string, given?: HeadersInit): Headers {
  const headers = new Headers(given)
  headers.set('authorization', `Bearer ${used}`)
  return headers
}

/** What a token opens. @throws ApiError 401 when it opens nothing */
const look = (at: string) =>
  client(webhooks, {
    base,
    fetcher: (url, init) => fetch(url, { ...init, headers: bearing(at, init.headers) }),
  }).portal.session({})

function enter(at: string, session: PortalSession): Opened {
  token = at
  keptToken.write(at)
  ended.set(false)
  return { session, portal: { appId: session.appId, serverUrl: location.origin, service: api } }
}

/** Takes what the address carries out of it, before anything else can read it. */
function takeFragment(): string {
  const { hash, pathname, search } = location
  if (hash) history.replaceState(null, '', pathname + search)
  return hash
}

/**
 * Opens the portal with the link that led here, else with the token that this tab already has.
 * @returns the application, or why there is none
 * @throws when the service doesn’t answer
 */
export async function open(): Promise<Opened | Refusal> {
  const key = keyOf(takeFragment())
  try {
    const at =
      key && 'oneTimeToken' in key
        ? (await anyone.authentication.exchangeOneTimeToken({ body: key })).token
        : (key?.token ?? keptToken.read())
    return at ? enter(at, await look(at)) : 'no-link'
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) return 'ended'
    throw failure
  }
}

/**
 * Goes on with a token that the page around the frame has passed in.
 * @param appId what is open: a token for anything else is not taken
 * @returns undefined when the token wasn’t taken
 */
export async function renew(at: string, appId: string): Promise<Opened | undefined> {
  const session = await look(at).catch(() => undefined)
  return session?.appId === appId ? enter(at, session) : undefined
}
