import { createHash, randomBytes } from 'node:crypto'
import { costOf, type Price, totalOf } from '@countersign/contracts/billing'
import { fail } from '@countersign/kit/errors'
import type { BillingProvider, Seen } from '../provider/index.ts'
import type { BillingDatabase } from '../tables.ts'
import { type Account, type Act, newAccount, perform, unitsOf } from './account.rules.ts'
import {
  addAccount,
  findReturn,
  lockAccount,
  storeAccount,
  storeSession,
  storeUsage,
} from './account.store.ts'

const sessionMs = 10 * 60_000
const prefix = 'demo_'

/** What the demo's provider needs. */
export type DemoOptions = {
  /** Connected as countersign_app. */
  readonly database: BillingDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
  /** The page’s address. */
  readonly page: string
  /** What a plan costs, where that is known. */
  readonly priceOf: (plan: string) => Price | undefined
}

/** A visit of the page, as its link says. */
export type Visit = { readonly did: string; readonly session: string }

const hashOf = (session: string) => createHash('sha256').update(session).digest()
const dayNameOf = (at: Date) => at.toISOString().slice(0, 10)
const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** A provider without money, in our own tables: to see on one machine what a real one would do. */
export function demoProvider({ database, clock, page, priceOf }: DemoOptions): BillingProvider {
  const accountOf = (customerId: string) => {
    const did = customerId.slice(prefix.length)
    return database.withTenant(did, (tx) => lockAccount(tx, did))
  }
  const open = async (customerId: string, returnUrl: string, plan?: string) => {
    const did = customerId.slice(prefix.length)
    const session = randomBytes(24).toString('base64url')
    const endsAt = new Date(clock() + sessionMs)
    await database.withTenant(did, (tx) =>
      storeSession(tx, did, { hash: hashOf(session), endsAt, returnUrl }),
    )
    return `${page}?${new URLSearchParams(plan === undefined ? { did, session } : { did, session, plan })}`
  }
  return {
    name: 'demo',
    async customer({ did }) {
      await database.withTenant(did, (tx) => addAccount(tx, did, newAccount))
      return `${prefix}${did}`
    },
    async snapshot(customerId) {
      const account = await accountOf(customerId)
      const currency = account?.plan ? (priceOf(account.plan)?.currency ?? null) : null
      return {
        subscriptions: account?.plan ? [seen(account, account.plan)] : [],
        invoices: (account?.invoices ?? []).map(({ id, issuedAt, status, totalMinor }) => ({
          id,
          issuedAt: new Date(issuedAt),
          dueAt: new Date(issuedAt),
          status,
          number: id,
          currency,
          totalMinor: currency === null ? null : totalMinor,
          dueMinor: currency === null ? null : status === 'open' ? totalMinor : 0,
        })),
        hostedPageUrl: null,
      }
    },
    portal: async (customerId, { returnUrl }) => ({
      url: await open(customerId, returnUrl),
      endsAt: new Date(clock() + sessionMs),
    }),
    updateCustomer: async () => undefined,
    checkout: (customerId, { plan, returnUrl }) => open(customerId, returnUrl, plan),
    invoiceLink: (customerId) => open(customerId, new URL('/billing', page).href),
    // It makes no files: what it billed is printed by us.
    invoicePdf: () => Promise.reject(fail('not_found', 'This invoice has no PDF')),
    async preview({ customer }) {
      const account = await accountOf(customer)
      const price = account?.plan ? priceOf(account.plan) : undefined
      const lines =
        account && price
          ? costOf(price, unitsOf(account, account.periodStart, account.periodEnd))
          : []
      return { currency: price?.currency ?? 'USD', lines, total: totalOf(lines) }
    },
    reports: 'running',
    async setUsage({ customer, day, units }) {
      const did = customer.slice(prefix.length)
      await database.withTenant(did, (tx) => storeUsage(tx, did, dayNameOf(day), units))
    },
    async usageOf({ customer }, from, until) {
      const { usage = {} } = (await accountOf(customer)) ?? {}
      return new Map(
        Object.entries(usage).filter(
          ([day]) => day >= dayNameOf(from) && Date.parse(day) < until.getTime(),
        ),
      )
    },
    eventsSince: async () => [],
    refusals: async () => [],
    setUp: async () => [],
    // Each company keeps its own: there are no others.
    customers: async () => [],
    readEvent() {
      throw fail('bad_request', 'The demo’s provider sends no events.')
    },
  }
}

/** What the page shows to a visit. @throws 404 for a visit that is over or never was */
export const visited = (
  { database, clock }: DemoOptions,
  visit: Visit,
): Promise<{ account: Account; returnUrl: string }> => change(database, visit, clock(), undefined)

/** Does what a button of the page says. @throws 404 for a visit that is over or never was */
export const press = (
  { database, clock, priceOf }: DemoOptions,
  visit: Visit,
  act: Act,
  plan: string,
): Promise<{ account: Account; returnUrl: string }> =>
  change(database, visit, clock(), (account, at) =>
    perform(account, act, {
      plan,
      at,
      costs: (key, units) => {
        const price = priceOf(key)
        return price ? totalOf(costOf(price, units)) : 0
      },
    }),
  )

const change = (
  database: BillingDatabase,
  { did, session }: Visit,
  at: number,
  work: ((account: Account, at: number) => Account) | undefined,
) =>
  database.withTenant(did, async (tx) => {
    const returnUrl = await findReturn(tx, did, hashOf(session), new Date(at))
    const known = returnUrl === undefined ? undefined : await lockAccount(tx, did)
    if (returnUrl === undefined || !known)
      throw fail('not_found', 'This link has ended. Open the portal again from Countersign.')
    const account = work ? work(known, at) : known
    if (work) await storeAccount(tx, did, account)
    return { account, returnUrl }
  })

function seen(account: Account, plan: string): Seen {
  const unpaid = account.invoices.findLast(({ status }) => status === 'open')
  return {
    id: `demo_sub_${account.startedAt}`,
    status: account.status,
    plan,
    periodStart: new Date(account.periodStart),
    periodEnd: new Date(account.periodEnd),
    pastDueSince: dateOf(unpaid?.issuedAt ?? null),
    endsAt: dateOf(account.endsAt),
    createdAt: new Date(account.startedAt),
  }
}
