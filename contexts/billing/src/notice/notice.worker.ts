import type { Database } from '@countersign/kit/db'
import { everyMinute } from '@countersign/kit/every-minute'
import { noticeLater } from '@countersign/kit/mail'
import { emit } from '@countersign/kit/outbox'
import type { BillingDeps } from '../deps.ts'
import { accessOf, findPayer, findStanding, planOf, plansIn, stateOf } from '../plan/index.ts'
import type { BillingTx } from '../tables.ts'
import { monthOf, unitsOfGroup } from '../usage/index.ts'
import { limitNotices, mailOf, type Notice, noticesOf } from './notice.rules.ts'
import { findNearLimit, findSubscribed, noteTold } from './notice.store.ts'

const atOnce = 100

/** What telling the news needs. */
export type NoticeDeps<T> = Pick<BillingDeps, 'database' | 'clock' | 'plans' | 'companies'> & {
  /** Connected as countersign_relay: to find whom there is something to tell, over all companies. */
  readonly relay: Database<T>
  /** Where mail about bills goes. Runs in the company’s transaction. */
  readonly billingAddresses: (tx: BillingTx, did: string) => Promise<readonly string[]>
  /** The address under which people reach the product. */
  readonly origin: string
  readonly log: { warn(facts: object): void }
}

/** Tells companies what has changed about their subscription and their limits, each once. @returns how much was told */
export async function tellNews<T>(deps: NoticeDeps<T>): Promise<number> {
  const { database, relay, plans, clock } = deps
  if (!plans) return 0
  let told = 0
  const each = async (
    find: (after: string) => Promise<readonly string[]>,
    tell: (tx: BillingTx, did: string, at: Date) => Promise<number>,
  ) => {
    for (let after = ''; ; ) {
      const dids = await find(after)
      for (const did of dids)
        told += await database.withTenant(did, (tx) => tell(tx, did, new Date(clock())))
      const last = dids.at(-1)
      if (last === undefined || dids.length < atOnce) return
      after = last
    }
  }
  await each(
    (after) => relay.withNobody((tx) => findSubscribed(tx, after, atOnce)),
    async (tx, did, at) => {
      const standing = await findStanding(tx, did)
      if (!standing) return 0
      const notices = noticesOf(standing, at)
      return tellAll(deps, tx, { did, notices, at, standing })
    },
  )
  const limited = plansIn(plans).flatMap(({ transfersPerMonth: most }) => most ?? [])
  if (limited.length === 0) return told
  const unlimited = plansIn(plans).filter(({ transfersPerMonth: most }) => most === null)
  const month = monthOf(new Date(clock()))
  const least = Math.ceil(Math.min(...limited) * 0.8)
  await each(
    (after) =>
      relay.withNobody((tx) =>
        findNearLimit(tx, {
          after,
          at: new Date(clock()),
          month,
          least,
          unlimited: unlimited.map(({ key }) => key),
          limit: atOnce,
        }),
      ),
    async (tx, did, at) => {
      const standing = await findStanding(tx, await findPayer(tx, did, at))
      const limit = planOf(plans, standing, at).transfersPerMonth
      if (limit === null) return 0
      const used = await unitsOfGroup(tx, at, month)
      const notices = limitNotices(stateOf(used, limit), month)
      return tellAll(deps, tx, {
        did,
        notices,
        at,
        standing,
        use: { used, limit, until: month.end },
      })
    },
  )
  return told
}

type News = {
  readonly did: string
  readonly notices: readonly Notice[]
  readonly at: Date
  readonly standing: Awaited<ReturnType<typeof findStanding>>
  readonly use?: { readonly used: number; readonly limit: number; readonly until: Date }
}

async function tellAll<T>(deps: NoticeDeps<T>, tx: BillingTx, news: News): Promise<number> {
  const { did, notices, at, standing, use } = news
  let told = 0
  for (const notice of notices) {
    const noted = await noteTold(tx, did, notice, at)
    if (!noted) continue
    told++
    if (notice.kind === 'updated' && standing)
      emit(tx, {
        type: 'billing.subscription.updated',
        company: did,
        at,
        payload: {
          payerDid: did,
          plan: standing.plan,
          status: standing.status,
          access: accessOf(standing, at),
          at: at.toISOString(),
        },
      })
    if (use && (notice.kind === 'limit_near' || notice.kind === 'limit_reached'))
      emit(tx, {
        type: notice.kind === 'limit_near' ? 'billing.usageLimitNear' : 'billing.limit.reached',
        company: did,
        at,
        payload: {
          limit: 'outgoing_sent',
          used: use.used,
          allowed: use.limit,
          resetsAt: use.until.toISOString(),
          at: at.toISOString(),
        },
      })
    const name = (await deps.companies(tx, [did]))[0]?.name ?? did
    const page = `${deps.origin}/billing`
    const mail = mailOf(notice, { name, page, before: noted.before, standing })
    if (!mail) continue
    for (const to of await deps.billingAddresses(tx, did)) noticeLater(tx, { to, ...mail }, at)
  }
  return told
}

/** Tells within a minute. */
export const startNoticing = <T>(deps: NoticeDeps<T>): { stop(): Promise<void> } =>
  everyMinute(
    () => tellNews(deps),
    (error) => deps.log.warn({ event: 'billing_telling_news', err: error }),
  )
