import { defaultRedirect, networkChain, safeRedirect } from '@countersign/contracts/identity'
import { audit, system } from '@countersign/kit/audit'
import { asFailure, fail } from '@countersign/kit/errors'
import type { Companies } from '../companies.ts'
import type { Caller } from '../gate.ts'
import { applyClaim, personOf, rolesOf, saveUser } from '../person/index.ts'
import { hashOf, newSecret } from '../secret.ts'
import { readCookie, setCookie } from './cookie.rules.ts'
import { addLogin, sweepLogins, takeLogin } from './login.store.ts'
import { callbackOf, goTo, screen } from './navigation.rules.ts'
import { type SignInError, signInError } from './provider.ts'
import { openSession, type SessionDeps } from './session.operations.ts'
import { siteOf } from './site.rules.ts'

/** What signing in needs, beside what sessions need. */
export type SignInDeps = SessionDeps & {
  /** Name of the ID token's claim that holds the roles. */
  readonly rolesClaim: string
  /** Counts a sign-in that begins; seconds to wait when it is one too many. */
  readonly countAttempt: (address: string, now: number) => number | undefined
  readonly companies: Companies
}

const loginMs = 10 * 60_000

/** A person is shown the screen, and no JSON, when the database is away; a script is told. */
async function orScreen<T>(
  { log }: SignInDeps,
  { request }: Caller,
  work: Promise<T>,
): Promise<T | ReturnType<typeof goTo>> {
  try {
    return await work
  } catch (error) {
    if (asFailure(error).code !== 'unavailable' || isScript(request)) throw error
    log.warn({ event: 'sign_in_unavailable', requestId: request.requestId, err: error })
    return goTo(screen('unavailable', request.requestId))
  }
}

const isScript = ({ header }: Caller['request']) =>
  header('accept')?.includes('application/json') === true

/** `GET /api/auth/login`: off to the provider, or back to the screen when it is away. */
export const login = (deps: SignInDeps, caller: Caller, wanted: string | undefined) =>
  orScreen(deps, caller, begin(deps, caller, wanted))

async function begin(
  { database, clock, sites, vault, provider, log, countAttempt }: SignInDeps,
  { request }: Caller,
  wanted: string | undefined,
) {
  const site = siteOf(sites, request.header('host'))
  const redirect = safeRedirect(wanted, site.origin) ?? defaultRedirect
  const forScript = isScript(request)
  const retryAfter = countAttempt(request.ip, clock())
  if (retryAfter !== undefined) {
    log.warn({ event: 'sign_in_limited', requestId: request.requestId })
    if (forScript)
      throw fail('too_many_requests', 'Too many sign-in attempts. Wait a moment.', { retryAfter })
    return goTo(screen('limited', request.requestId, redirect))
  }
  const checks = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  const address = await provider.authorizeUrl(callbackOf(site), checks).catch((error: unknown) => {
    log.warn({ event: 'provider_unavailable', requestId: request.requestId, err: error })
    return undefined
  })
  if (address === undefined) {
    if (forScript)
      throw fail('unavailable', 'Sign-in is unavailable. Try again in a moment.', {
        retryAfter: 5,
      })
    return goTo(screen('unavailable', request.requestId, redirect))
  }
  // One browser may have several sign-ins under way, one in each tab: they share the cookie.
  const browser = readCookie(request.header('cookie'), 'countersign-login', site) ?? newSecret()
  const stateHash = hashOf(checks.state)
  const now = clock()
  await database.withNobody(async (tx) => {
    await sweepLogins(tx, new Date(now))
    await addLogin(tx, {
      stateHash,
      browserHash: hashOf(browser),
      nonce: vault.seal(checks.nonce, placeOf('nonce', stateHash)),
      verifier: vault.seal(checks.verifier, placeOf('verifier', stateHash)),
      redirect,
      expiresAt: new Date(now + loginMs),
    })
  })
  return goTo(address, [setCookie('countersign-login', site, browser, loginMs / 1000)])
}

/** `GET /api/auth/callback`: the provider's answer becomes a session, or an error on the screen. */
export const callback = (deps: SignInDeps, caller: Caller) =>
  orScreen(deps, caller, finish(deps, caller))

async function finish(deps: SignInDeps, { request }: Caller) {
  const { database, clock, sites, vault, provider, log, rolesClaim } = deps
  const site = siteOf(sites, request.header('host'))
  // What stands behind the path is the provider's; the path itself is the one that it was given.
  const address = new URL(callbackOf(site))
  address.search = new URL(request.url, site.origin).search
  const state = address.searchParams.get('state') ?? ''
  const browser = readCookie(request.header('cookie'), 'countersign-login', site) ?? ''
  const stateHash = hashOf(state)
  const { requestId } = request
  const turnBack = (error: SignInError | 'unverified', why: object, redirect?: string) => {
    log.warn({ event: 'sign_in_refused', requestId, error, ...why })
    return goTo(screen(error, requestId, redirect))
  }
  const begun = await database.withNobody((tx) =>
    takeLogin(tx, stateHash, hashOf(browser), new Date(clock())),
  )
  // Anyone can call this address, so what belongs to no sign-in is not worth a row of the chain.
  if (!begun) return turnBack('failed', { reason: 'no sign-in of this browser is under way' })
  const refuse = async (error: SignInError | 'unverified', why: object) => {
    await database.withNobody((tx) =>
      audit(tx, { ...system, requestId }, new Date(clock()), {
        company: networkChain,
        action: 'auth.signInFailed',
        detail: { error },
      }),
    )
    return turnBack(error, why, begun.redirect)
  }
  const checks = {
    state,
    nonce: vault.open(begun.nonce, placeOf('nonce', stateHash)),
    verifier: vault.open(begun.verifier, placeOf('verifier', stateHash)),
  }
  const answer = await provider.exchange(address, checks).then(
    (tokens) => ({ tokens }),
    (error: unknown) => ({ error }),
  )
  if ('error' in answer) return refuse(signInError(answer.error), { err: answer.error })
  const { claims, idToken } = answer.tokens
  const person = personOf(claims)
  if (typeof person === 'string') return refuse(person, {})
  const claimed = rolesOf(claims[rolesClaim])
  if (claimed.junk > 0)
    log.warn({ event: 'roles_claim_junk', requestId: request.requestId, entries: claimed.junk })
  const at = new Date(clock())
  const user = await saveUser(
    database,
    { ...person, issuer: provider.knownAs },
    claimed.isStated ? claimed.isInternalAdmin : undefined,
    at,
  )
  await applyClaim(deps, user, claimed, at)
  const secret = await openSession(deps, request, site, { userId: user.id, idToken })
  log.info({ event: 'signed_in', requestId: request.requestId, userId: user.id })
  return goTo(safeRedirect(begun.redirect, site.origin) ?? defaultRedirect, [
    setCookie('countersign', site, secret),
    setCookie('countersign-login', site, '', 0),
  ])
}

const placeOf = (what: string, stateHash: Buffer) =>
  `identity.login/${stateHash.toString('base64url')}/${what}`
