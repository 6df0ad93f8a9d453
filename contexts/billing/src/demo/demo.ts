import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@countersign/kit/errors'
import type { BillingProvider, Seen } from '../provider/index.ts'
import type { BillingDatabase } from '../tables.ts'
import { type Account, type Act, newAccount, perform } from './account.rules.ts'
import { addAccount, findReturn, lockAccount, storeAccount, storeSession } from './account.store.ts'

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
}

/** A visit of the page, as its link says. */
export type Visit = { readonly did: string; readonly session: string }

const hashOf = (session: string) => createHash('sha256').update(session).digest()
const dateOf = (time: number | null) => (time === null ? null : new Date(time))

/** A provider without money, in our own tables: to see on one machine what a real one would do. */
export function demoProvider({ database, clock, page }: DemoOptions): BillingProvider {
  return {
    name: 'demo',
    async customer({ did }) {
      await database.withTenant(did, (tx) => addAccount(tx, did, newAccount))
      return `${prefix}${did}`
    },
    async snapshot(customerId) {
      const did = customerId.slice(prefix.length)
      const account = await database.withTenant(did, (tx) => lockAccount(tx, did))
      return {
        subscriptions: account?.plan ? [seen(account, account.plan)] : [],
        invoices: (account?.invoices ?? []).map(({ id, issuedAt, status }) => ({
          id,
          issuedAt: new Date(issuedAt),
          dueAt: new Date(issuedAt),
          status,
        })),
        hostedPageUrl: null,
      }
    },
    async portal(customerId, returnUrl) {
      const did = customerId.slice(prefix.length)
      const session = randomBytes(24).toString('base64url')
      const endsAt = new Date(clock() + sessionMs)
      await database.withTenant(did, (tx) =>
        storeSession(tx, did, { hash: hashOf(session), endsAt, returnUrl }),
      )
      return `${page}?${new URLSearchParams({ did, session })}`
    },
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
  { database, clock }: DemoOptions,
  visit: Visit,
  act: Act,
  plan: string,
): Promise<{ account: Account; returnUrl: string }> =>
  change(database, visit, clock(), (account, at) => perform(account, act, plan, at))

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
