import {
  signIn as contract,
  defaultRedirect,
  networkChain,
  safeRedirect,
} from '@countersign/contracts/identity'
import { audit, system } from '@countersign/kit/audit'
import { asFailure, fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import type { Caller } from '../gate.ts'
import { type Deps, handlers } from '../handlers.ts'
import { applyClaim, auditPerson, personOf, rolesOf, saveUser } from '../person/index.ts'
import { hashOf, newSecret } from '../secret.ts'
import { readCookie, setCookie } from './cookie.rules.ts'
import { addLogin, sweepLogins, takeLogin } from './login.store.ts'
import { callbackOf, goTo, screen, signedOutOf, signOutQuestion } from './navigation.rules.ts'
import { openSession, placeOfIdToken } from './open-session.ts'
import { meansSignOut } from './origin.rules.ts'
import { type SignInError, signInError } from './provider.ts'
import { endSession } from './session.store.ts'
import { siteOf } from './site.rules.ts'

type SignInCall = Call<Deps, Caller>

/** Signing in and out. */
export const signIn = handlers(contract, {
  // Off to the provider, or back to the screen when it is away.
  login: (call, { query }) => orScreen(call, begin(call, query.redirect)),
  // The provider's answer becomes a session, or an error on the screen.
  callback: (call) => orScreen(call, finish(call)),
  logout: (call) => signOut(call),
})

const loginMs = 10 * 60_000

/** A person is shown the screen, and no JSON, when the database is away; a script is told. */
async function orScreen<T>(
  { deps: { log }, caller: { request } }: SignInCall,
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

async function begin({ deps, caller: { request }, at }: SignInCall, wanted: string | undefined) {
  const { database, sites, vault, provider, log, countAttempt } = deps
  const site = siteOf(sites, request.header('host'))
  const redirect = safeRedirect(wanted, site.origin) ?? defaultRedirect
  const forScript = isScript(request)
  const retryAfter = countAttempt(request.ip, at.getTime())
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
  await database.withNobody(async (tx) => {
    await sweepLogins(tx, at)
    await addLogin(tx, {
      stateHash,
      browserHash: hashOf(browser),
      nonce: vault.seal(checks.nonce, placeOf('nonce', stateHash)),
      verifier: vault.seal(checks.verifier, placeOf('verifier', stateHash)),
      redirect,
      expiresAt: new Date(at.getTime() + loginMs),
    })
  })
  return goTo(address, [setCookie('countersign-login', site, browser, loginMs / 1000)])
}

async function finish({ deps, caller: { request }, at: began }: SignInCall) {
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
  const begun = await database.withNobody((tx) => takeLogin(tx, stateHash, hashOf(browser), began))
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
  // The provider has taken its time.
  const at = new Date(clock())
  const user = await saveUser(
    database,
    { ...person, issuer: provider.knownAs },
    claimed.isStated ? claimed.isInternalAdmin : undefined,
    at,
  )
  await applyClaim(deps, user, claimed, at)
  const secret = await openSession(deps, request, site, { userId: user.id, idToken }, at)
  log.info({ event: 'signed_in', requestId: request.requestId, userId: user.id })
  return goTo(safeRedirect(begun.redirect, site.origin) ?? defaultRedirect, [
    setCookie('countersign', site, secret),
    setCookie('countersign-login', site, '', 0),
  ])
}

/** Ends the session here, then at the provider where it has a page for that. */
async function signOut({ deps, caller: { request, requestId }, at }: SignInCall) {
  const { database, sites, vault, provider, log } = deps
  if (!meansSignOut(request)) return goTo(signOutQuestion)
  const site = siteOf(sites, request.header('host'))
  const secret = readCookie(request.header('cookie'), 'countersign', site)
  const idHash = secret === undefined ? undefined : hashOf(secret)
  const ended =
    idHash &&
    (await database.withNobody(async (tx) => {
      const found = await endSession(tx, idHash, at)
      if (found) await auditPerson(tx, { userId: found.userId, requestId }, at, 'auth.signOut')
      return found
    }))
  const goOn =
    ended &&
    (await Promise.resolve()
      .then(() => vault.open(ended.idToken, placeOfIdToken(ended.sealedFor)))
      .then((idToken) => provider.signOutUrl(idToken, signedOutOf(site)))
      .catch((error: unknown) => {
        log.warn({ event: 'provider_sign_out_failed', requestId: request.requestId, err: error })
        return undefined
      }))
  return goTo(
    goOn || signedOutOf(site),
    [setCookie('countersign', site, '', 0)],
    // Pages in the browser's back-forward cache go too; storage stays, as it holds the choice on cookies.
    { 'clear-site-data': '"cache"' },
  )
}

const placeOf = (what: string, stateHash: Buffer) =>
  `identity.login/${stateHash.toString('base64url')}/${what}`
