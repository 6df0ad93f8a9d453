import type { Role } from '@countersign/contracts'
import type { identity as contract } from '@countersign/contracts/identity'
import type { PdfModel, PdfSubjectOf } from '@countersign/contracts/report'
import type { OpenItem } from '@countersign/contracts/trust'
import type { Tx } from '@countersign/kit/db'
import { fairTurns } from '@countersign/kit/fair-turns'
import { bindGroups } from '@countersign/kit/handlers'
import type { Gate, Handlers } from '@countersign/kit/serve'
import { tokenAttemptLimiter } from '@countersign/kit/token-attempt-limiter'
import type { Vault } from '@countersign/kit/vault'
import { peopleItems } from './action-items.ts'
import { auditExtract, auditLog } from './audit/index.ts'
import type { Companies } from './companies.ts'
import {
  credential,
  ensureCredentials,
  findClients,
  oauth,
  type SeedCredential,
} from './credential/index.ts'
import { type Caller, type Known, productGate } from './gate.ts'
import type { Deps, Log } from './handlers.ts'
import { ownInfo, viewer } from './person/index.ts'
import { decision, invitation, request } from './request/index.ts'
import { ensureUsers, ensureWaiting, type SeedUser, type Waiting } from './seed.ts'
import {
  type AttemptLimit,
  attemptCounter,
  callCounter,
  companyRate,
  defaultAttempts,
  defaultLimits,
  defaultVisits,
  draft,
  endObservations,
  observing,
  openidProvider,
  type ProviderSettings,
  type SessionLimits,
  session,
  signIn,
  sitesOf,
} from './session/index.ts'
import type { IdentityDatabase } from './tables.ts'
import {
  findAddress,
  findAdminAddresses,
  findBillingAddresses,
  findNames,
  findOfficerAddresses,
  findOperatorAddresses,
  findRolesOf,
  isPeopled,
  team,
} from './team/index.ts'
import { type WebhookAccess, webhookAccess } from './webhook-access.ts'

export type { Companies } from './companies.ts'
export { countCredentials } from './credential/index.ts'
export type { Caller, Known } from './gate.ts'
export type { SeedUser } from './seed.ts'
export { defaultLimits, type ProviderSettings } from './session/index.ts'
export type { DB as IdentityTables } from './tables.gen.ts'
export { endDueAccess, startEndingAccess } from './webhook-access.ts'

/** The operations of the group `auth`, which reach both of their addresses. */
const auth = (deps: Deps) => ({
  ...viewer(deps),
  ...signIn(deps),
  ...team(deps),
  ...invitation(deps),
  ...ownInfo(deps),
  ...request(deps),
  ...decision(deps),
  ...session(deps),
  ...observing(deps),
})

/** What this context needs of the world. */
export type IdentityDeps = {
  /** Connected as countersign_app. */
  readonly database: IdentityDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  readonly vault: Vault
  readonly log: Log
  /** The addresses under which browsers reach the product; each has its callback at the provider. */
  readonly origins: readonly [string, ...string[]]
  readonly provider: ProviderSettings
  /** Name of the ID token's claim that holds the roles. */
  readonly rolesClaim: string
  readonly limits?: SessionLimits
  /** How many sign-ins may begin from one address. */
  readonly attempts?: AttemptLimit
  readonly companies: Companies
  /** How many credentials a company’s plan lets it have; absent: any number. */
  readonly planLimit?: Deps['planLimit']
}

/** Users, their companies and sessions. */
export type Identity = {
  readonly handlers: Handlers<typeof contract, Caller>
  /** The gate of every operation of the product's API. */
  readonly gate: Gate<Known, Caller>
  /** Who has access to the webhook service. */
  readonly webhookAccess: WebhookAccess
  /** Writes down the end of operators' looks that are over; asked from time to time. */
  endObservations(): Promise<number>
  /** Where mail to a company's admins goes. Runs in the company's transaction. */
  adminAddresses<T>(tx: Tx<T>, company: string): Promise<readonly string[]>
  /** The names of people who work for a company, by DID. Runs in the company's transaction. */
  peopleOf<T>(tx: Tx<T>, company: string, people: readonly string[]): Promise<Map<string, string>>
  /** The roles that somebody has in a company now. Runs in the company's transaction. */
  rolesOf<T>(tx: Tx<T>, company: string, person: string): Promise<readonly Role[]>
  /** Where mail to somebody who works for a company goes. Runs in the company's transaction. */
  addressOf<T>(tx: Tx<T>, company: string, person: string): Promise<string | undefined>
  /** The machine clients that work for a company: its own, and its gateway's. Runs in the company's transaction. */
  clientsOf<T>(tx: Tx<T>, company: string): Promise<string[]>
  /** Where mail to a company's admins and compliance officers goes. Runs in the company's transaction. */
  officerAddresses<T>(tx: Tx<T>, company: string): Promise<string[]>
  /** Where mail to operators who were here since then goes. Runs in the network's transaction. */
  operatorAddresses<T>(tx: Tx<T>, since: Date): Promise<readonly string[]>
  /** Where mail about a company's bills goes. Runs in the company's transaction. */
  billingAddresses<T>(tx: Tx<T>, company: string): Promise<string[]>
  /** Whether people work for a company, were asked in or ask to come in, or machines work for it. */
  isPeopled(company: string): Promise<boolean>
  /** A company's activity of some days, as a document. @throws 422 for too many entries */
  auditExtract(company: string, days: PdfSubjectOf<'audit'>): Promise<PdfModel>
  /** What waits in a company because of its people and credentials, by cause. */
  readonly actionSources: Readonly<
    Record<string, (did: string, at: Date) => Promise<readonly OpenItem[]>>
  >
  /** Makes users with their roles where they are missing; for the demo and for tests. @returns DID by subject */
  ensureUsers(users: readonly SeedUser[]): Promise<ReadonlyMap<string, string>>
  /** Makes a request and an invitation in a company that never had any; for the demo. */
  ensureWaiting(waiting: Waiting): Promise<void>
  /** Makes machine clients where a company has none; for the demo. */
  ensureCredentials(credentials: readonly SeedCredential[]): Promise<void>
}

/**
 * Sign-in, sessions, the viewer and the product's gate. Nothing is connected to before the first use.
 * @throws when an origin or the issuer is neither https nor on loopback
 */
export function identity(deps: IdentityDeps): Identity {
  const { database, clock } = deps
  const provider = openidProvider(deps.provider, clock)
  const all = {
    planLimit: async () => null,
    ...deps,
    sites: sitesOf(deps.origins),
    origin: deps.origins[0],
    limits: deps.limits ?? defaultLimits,
    provider,
    countAttempt: attemptCounter(deps.attempts ?? defaultAttempts),
    countVisit: attemptCounter(defaultVisits),
    countCall: callCounter(),
    countForCompany: companyRate(),
    turns: fairTurns(),
    tokenAttemptLimiter: tokenAttemptLimiter(clock),
  }
  return {
    gate: productGate(all),
    webhookAccess: webhookAccess(database),
    endObservations: () => endObservations(database, new Date(clock())),
    adminAddresses: findAdminAddresses,
    peopleOf: findNames,
    rolesOf: findRolesOf,
    addressOf: findAddress,
    clientsOf: findClients,
    officerAddresses: findOfficerAddresses,
    operatorAddresses: findOperatorAddresses,
    billingAddresses: findBillingAddresses,
    isPeopled: (company) => database.withTenant(company, (tx) => isPeopled(tx, company)),
    auditExtract: (company, days) => auditExtract(all, company, days),
    handlers: bindGroups<typeof contract, Deps, Caller>(
      { auth, countersignAuth: auth, credential, draft, oauth, auditLog },
      all,
    ),
    ensureWaiting: (waiting) =>
      ensureWaiting(database, provider.knownAs, waiting, new Date(clock())),
    actionSources: Object.fromEntries(
      Object.entries(peopleItems).map(([name, ask]) => [
        name,
        (did: string, at: Date) => ask(database, did, at),
      ]),
    ),
    ensureCredentials: (credentials) => ensureCredentials(database, credentials),
    ensureUsers: (users) => ensureUsers(database, provider.knownAs, users, new Date(clock())),
  }
}
