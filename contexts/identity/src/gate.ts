import { Did, holds, type Operation, opens, type RoleGrant } from '@countersign/contracts'
import { networkChain, type Observing } from '@countersign/contracts/identity'
import { bearerChallenge, fail, invalid } from '@countersign/kit/errors'
import type { FairTurns } from '@countersign/kit/fair-turns'
import { type Asked, companyNamed, type Gate, type RequestFacts } from '@countersign/kit/serve'
import { recordOperatorRead } from './audit/index.ts'
import { forPeople } from './caller.rules.ts'
import {
  refuseSuspended,
  type SuspendedGrant,
  suspension,
  withoutDisabled,
} from './company-suspension.ts'
import { bearerOf, type MachineDeps, machineOf } from './credential/index.ts'
import { findUser, touchUser } from './person/index.ts'
import { hashOf, newSecret } from './secret.ts'
import {
  asObserver,
  type CallCounter,
  type CompanyRate,
  confirmRotation,
  enterSession,
  forgery,
  isBackground,
  isLive,
  isStale,
  observerRefusal,
  readCookie,
  recordObserverRead,
  rotateSession,
  type SessionLimits,
  type Sites,
  setCookie,
  siteOf,
  touchSession,
} from './session/index.ts'
import { inTurn } from './share.ts'
import type { IdentityDatabase } from './tables.ts'

/** Who calls. Signed out, the user id is null, the DID `noUser`, and there are no grants. */
export type Viewer = {
  readonly userId: string | null
  /** The name of the session that they are signed in with; a machine has none. */
  readonly session?: string
  /** Set when it is a machine; then the DID is `client:` and this, and the user id is null. */
  readonly clientId?: string
  readonly did: string
  readonly email: string | null
  readonly name: string | null
  readonly phone?: string | null
  readonly jobTitle?: string | null
  /** What opens something now. What is held in a disabled company is not among it. */
  readonly grants: readonly RoleGrant[]
  /** What is held in companies that are disabled: it opens nothing until the network enables them. */
  readonly suspended?: readonly SuspendedGrant[]
  /** Set while an internal admin looks into a company: then this is all that they are. */
  readonly observing?: Observing & { readonly id: string }
}

/** A request whose sender is known; what they may do is not yet. */
export type Known = {
  readonly viewer: Viewer
  readonly request: RequestFacts
  /** Set-Cookie of a session that has just got a new id. */
  readonly cookie?: string
}

/** What a handler of the product receives: proof that this viewer may do this in this company. */
export type Caller = {
  readonly viewer: Viewer
  /** The company that the permission was checked in, where the operation names one. */
  readonly company?: string
  readonly requestId: string
  readonly request: RequestFacts
}

/** What the gate needs. */
export type GateDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly sites: Sites
  readonly limits: SessionLimits
  /** Counts a request of somebody who has not signed in; seconds to wait when it is one too many. */
  readonly countVisit: (address: string, now: number) => number | undefined
  /** Counts a limited call of a person or machine. */
  readonly countCall: CallCounter
  /** Counts a call of a company; seconds to wait when it is one too many. */
  readonly countForCompany: CompanyRate
  readonly turns: FairTurns
} & MachineDeps

const nobody: Viewer = { userId: null, did: 'noUser', email: null, name: null, grants: [] }

/**
 * The gate of the product's API. Session, roles and limits are read from the database on each request,
 * so that a right that was taken away is gone at once.
 */
export function productGate(deps: GateDeps): Gate<Known, Caller> {
  return {
    identify: async (request, operation) => {
      // The handler says in OAuth's own words what is wrong with whatever the header Authorization holds.
      if (operation.form) return { viewer: nobody, request: withoutCookies(request) }
      const token = bearerOf(request)
      // A machine carries its proof by hand: no browser adds it for another site, and no cookie counts.
      if (token !== undefined) {
        const viewer = await machineOf(deps, token, request.ip)
        refuseSuspended(viewer, operation)
        if (operation.access === 'viewer') throw forPeople()
        limitCalls(deps, viewer, operation)
        return { viewer, request: withoutCookies(request) }
      }
      const forged = forgery(request, operation, deps.sites)
      if (forged) throw fail('forbidden', forged)
      const known = await knownOf(deps, request, operation.navigation === true)
      if (known.viewer.userId === null) limitVisits(deps, request, operation)
      if (operation.access !== 'anyone' && known.viewer.userId === null)
        throw fail('unauthorized', 'Sign in to continue')
      refuseSuspended(known.viewer, operation)
      const closed = known.viewer.observing && observerRefusal(request.method, operation)
      if (closed) throw fail('forbidden', closed)
      limitCalls(deps, known.viewer, operation)
      return known
    },
    inTurn: (turn, work) => inTurn(deps.turns, turn, work),
    headersOf: ({ cookie }) => (cookie === undefined ? {} : { 'set-cookie': cookie }),
    permit: async ({ viewer, request }, operation, asked) => {
      const { access } = operation
      const caller = { viewer, request, requestId: request.requestId }
      if (access === 'anyone' || access === 'viewer') return caller
      const seen = async (caller: Caller) => {
        if (viewer.observing) await recordObserverRead(deps, caller, operation)
        else await recordOperatorRead(deps, caller, operation, asked)
        return caller
      }
      if (typeof access === 'string')
        throw new Error(`Not an access rule of the product: ${access}`)
      const { permission, company: field } = access
      const refuse = (where: string, company?: string) =>
        suspension(viewer, permission, company) ??
        fail('forbidden', `You need the permission ${permission}${where}`, {
          // A machine's token is told what it lacks in OAuth's words too (RFC 6750, section 3.1).
          ...(viewer.clientId !== undefined && {
            challenge: bearerChallenge({ error: 'insufficient_scope', scope: permission }),
          }),
        })
      if (field === undefined) {
        if (holds(viewer.grants, permission)) return seen(caller)
        throw refuse('')
      }
      // One text for all companies: whether one exists cannot be told from it. Whoever has the
      // permission nowhere hears so even where no company is named.
      if (!holds(viewer.grants, permission)) throw refuse(' in this company')
      const company = companyIn(asked, field) ?? (access.sole && soleCompany(viewer))
      if (!company) throw invalid([field], 'Expected a company’s DID')
      if (!holds(viewer.grants, permission, company)) throw refuse(' in this company', company)
      if (!opens(access, viewer.grants, company))
        throw viewer.observing ? fail('forbidden', notForLooks) : refuse(' in this company')
      limitCompany(deps, company, operation)
      const { limitWith } = operation
      if (limitWith && isAskedWith(limitWith, asked))
        limitCalls(deps, viewer, limitWith, rowsOf(limitWith, asked))
      return seen({ ...caller, company })
    },
  }
}

/** Anyone may search what is public; nobody may walk through all of it at full speed. */
function limitVisits({ countVisit, clock }: GateDeps, { ip }: RequestFacts, { path }: Operation) {
  if (!path.startsWith('/countersignPublic/')) return
  const retryAfter = countVisit(ip, clock())
  if (retryAfter !== undefined)
    throw fail('too_many_requests', 'Too many requests from here. Wait a moment, or sign in.', {
      retryAfter,
    })
}

/** Searches cost us, and registers cost others: nobody signed in asks without end either. */
function limitCalls(
  { countCall, clock }: GateDeps,
  { did, clientId }: Viewer,
  { limit }: Pick<Operation, 'limit'>,
  times = 1,
) {
  if (limit === undefined || did === nobody.did) return
  const tooMany = countCall(limit, { did, isMachine: clientId !== undefined }, clock(), times)
  if (!tooMany) return
  const { of, retryAfter } = tooMany
  const [time, wait] =
    of === 'minute'
      ? ['a minute', counted(retryAfter, 'second')]
      : ['an hour', counted(Math.ceil(retryAfter / 60), 'minute')]
  throw fail(
    'too_many_requests',
    `Too many ${limitedCalls[limit]} in ${time}. Try again in ${wait}.`,
    { retryAfter },
  )
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const isAskedWith = (
  { query: name }: NonNullable<Operation['limitWith']>,
  { query }: Asked,
): boolean => textIn(query, name) === 'true'

/** How many rows a call asks for; the most where it doesn't say, or says nonsense: that is refused later. */
function rowsOf({ rows, most = 1 }: NonNullable<Operation['limitWith']>, { query }: Asked): number {
  const wanted = rows === undefined ? Number.NaN : Number(textIn(query, rows))
  return wanted >= 1 && wanted < most ? Math.ceil(wanted) : most
}

const textIn = (query: unknown, name: string): string | undefined =>
  typeof query === 'object' && query !== null && Object.hasOwn(query, name)
    ? String(Reflect.get(query, name))
    : undefined

/** One company leaves others their share. */
function limitCompany({ countForCompany, clock }: GateDeps, company: string, { rate }: Operation) {
  const retryAfter = rate && countForCompany(rate, company, clock())
  if (retryAfter !== undefined)
    throw fail('too_many_requests', 'Your company sends too many requests. Slow down.', {
      wire: 'TooManyRequestsError',
      retryAfter,
    })
}

/** What is limited, in words. */
const limitedCalls: Readonly<Record<NonNullable<Operation['limit']>, string>> = {
  search: 'searches',
  register: 'register lookups',
  import: 'imports',
  decrypt: 'requests for personal data',
  bulk: 'bulk actions',
}

const withoutCookies = (request: RequestFacts): RequestFacts => ({
  ...request,
  header: (name) => (name === 'cookie' ? undefined : request.header(name)),
})

const notForLooks = 'Operators can’t see this'

/** How long the id from before is good once the new one is used: for what the page asked already. */
const graceMs = 60_000

async function knownOf(
  { database, clock, sites, limits, companies }: GateDeps,
  request: RequestFacts,
  navigates: boolean,
): Promise<Known> {
  const { header } = request
  const site = siteOf(sites, header('host'))
  const secret = readCookie(header('cookie'), 'countersign', site)
  if (!secret) return { viewer: nobody, request }
  const now = clock()
  return database.withNobody(async (tx) => {
    const asked = hashOf(secret)
    const session = await enterSession(tx, asked, new Date(now))
    if (!session || !isLive(session, now, limits)) return { viewer: nobody, request }
    if (!isBackground(header) && isStale(session, now, limits)) {
      await touchSession(tx, session.idHash, new Date(now))
      await touchUser(tx, session.userId, new Date(now))
    }
    const user = (await findUser(tx, session.userId)) ?? nobody
    const person = await asObserver(tx, user, session.observationId, new Date(now))
    const seen = await withoutDisabled(tx, companies, person)
    const viewer: Viewer = { ...seen, session: session.id }
    const isCurrent = session.idHash.equals(asked)
    const isConfirmed = (session.previousUntil ?? 0) <= now + graceMs
    if (isCurrent && !isConfirmed)
      await confirmRotation(tx, session.idHash, new Date(now + graceMs))
    // Signing in and out set cookies of their own. Who still asks with the id from before, although the
    // new one has arrived, asked earlier.
    if (!session.mustRotate || navigates || (!isCurrent && isConfirmed)) return { viewer, request }
    const fresh = newSecret()
    const ids = { before: session.idHash, asked, after: hashOf(fresh) }
    const rotated = await rotateSession(tx, ids)
    return { viewer, request, ...(rotated && { cookie: setCookie('countersign', site, fresh) }) }
  })
}

/** The company that a request names. @throws 422 where it names something else */
function companyIn(asked: Asked, field: string): string | undefined {
  const named = companyNamed(asked, field)
  if (named === undefined) return undefined
  if (typeof named === 'string' && (named === networkChain || Did.safeParse(named).success))
    return named
  throw invalid([field], 'Expected a company’s DID')
}

/** The company that somebody works for, where there is just one. */
function soleCompany({ grants }: Viewer): string | undefined {
  const companies = new Set(grants.map(({ vaspDID }) => vaspDID))
  const [only] = companies
  return companies.size === 1 ? (only ?? undefined) : undefined
}
