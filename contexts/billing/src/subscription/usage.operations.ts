import type { Input } from '@countersign/contracts'
import {
  type CostPreview,
  usage as contract,
  costOf,
  maxUsageDays,
  type Plan as PlanOut,
  totalOf,
  type Usage,
} from '@countersign/contracts/billing'
import { cursorOf, PlaceTimestamp } from '@countersign/kit/cursor'
import { fail, invalid } from '@countersign/kit/errors'
import type { Call, CompanyCall } from '@countersign/kit/handlers'
import { recent } from '@countersign/kit/recent'
import * as z from 'zod/mini'
import type { BillingDeps, Caller } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { findPayer, findStanding, type Plan, planOf, plansIn } from '../plan/index.ts'
import type { Preview } from '../provider/index.ts'
import type { DB } from '../tables.gen.ts'
import {
  findDays,
  findDaysByAsset,
  findDaysByCompany,
  findEntries,
  findReported,
  monthOf,
  unitsIn,
} from '../usage/index.ts'

type Calling = CompanyCall<BillingDeps, Caller, DB>

const cursors = cursorOf('usage', z.tuple([PlaceTimestamp, z.uuid()]))
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The days that are asked for: this month without any. @throws 422 */
function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }, at: Date) {
  const month = monthOf(at)
  const first = from ?? dayOf(month.start)
  const end = to ?? dayOf(month.end)
  const days = (Date.parse(end) - Date.parse(first)) / 86_400_000
  if (days <= 0) throw invalid(['query', 'to'], 'Choose a day after the first one')
  if (days > maxUsageDays)
    throw invalid(['query', 'to'], `Choose ${maxUsageDays} days or fewer`, 'too_long')
  return { from: first, to: end }
}

/** Day by day, or month by month; days without transfers are absent. */
async function get(
  { tx, company, at, deps }: Calling,
  { query }: Input<(typeof contract)['get']>,
): Promise<Usage> {
  const span = spanOf(query, at)
  const isReported = deps.provider !== undefined
  const found = await splitDays(tx, company, query.by, { ...span, isReported })
  const rows = new Map<string, Usage['rows'][number]>()
  for (const { day, units, reported, by } of found) {
    const start = query.window === 'month' ? `${day.slice(0, 7)}-01` : day
    const key = `${start} ${by}`
    const before = rows.get(key)
    rows.set(key, {
      start,
      units: units + (before?.units ?? 0),
      reported: reported + (before?.reported ?? 0),
      ...(by !== undefined && { by }),
    })
  }
  const all = [...rows.values()]
  const sum = (of: 'units' | 'reported') => all.reduce((total, row) => total + row[of], 0)
  return { rows: all, totals: { units: sum('units'), reported: sum('reported') }, period: span }
}

type Days = Parameters<typeof findDays>[2]
type Split = Input<(typeof contract)['get']>['query']['by']

/** Days as they were asked for: whole, by company or by asset. */
async function splitDays(tx: Calling['tx'], company: string, by: Split, days: Days) {
  if (by === 'company')
    return (await findDaysByCompany(tx, company, days)).map(({ did, ...one }) => ({
      ...one,
      by: did,
    }))
  if (by === 'asset')
    return (await findDaysByAsset(tx, company, days)).map(({ asset, ...one }) => ({
      ...one,
      by: asset,
    }))
  return (await findDays(tx, company, days)).map((one) => ({ ...one, by: undefined }))
}

/** The ledger, transfer by transfer. */
async function transfers(
  { tx, company, at, deps }: Calling,
  { query }: Input<(typeof contract)['transfers']>,
) {
  const [from, id] = query.cursor === undefined ? [] : cursors.read(deps.vault, query.cursor)
  const found = await findEntries(tx, company, {
    ...spanOf(query, at),
    ...(from !== undefined && id !== undefined && { after: { at: from, id } }),
    limit: query.per_page + 1,
  })
  const page = found.slice(0, query.per_page)
  const last = page.at(-1)
  return {
    data: page.map(({ place: _, ...entry }) => entry),
    next:
      last && found.length > query.per_page
        ? cursors.write(deps.vault, [last.place, last.id])
        : null,
  }
}

const unlimited = {
  rules: null,
  api_credentials: null,
  webhook_endpoints: null,
  sub_entities: null,
} satisfies Plan['counted']

const shown = ({ key, type, price, counted, ...months }: Plan): PlanOut => ({
  key,
  subscription_type: type,
  limits: {
    outgoing_sent: months.transfersPerMonth,
    ddq_requests: months.questionnairesPerMonth ?? null,
    ...unlimited,
    ...counted,
  },
  price: price ?? null,
})

/** A provider is asked for one company at most so often. */
const previews = recent<Preview>({ ms: 10 * 60_000 })

/**
 * What the period is going to cost. The provider says what it knows, and our price adds what it was not told yet;
 * without it, or for another number or plan, our price alone.
 * @throws 400 where no price is known
 */
async function costPreview(
  { deps: { database, plans, provider: configured }, at }: Call<BillingDeps, Caller>,
  { vaspDID: did, body }: Input<(typeof contract)['costPreview']>,
): Promise<CostPreview> {
  if (!plans || !configured) throw fail('not_configured', 'Billing isn’t set up here')
  const as_of = at.toISOString()
  const { payer, known, used, waiting } = await database.withTenant(did, async (tx) => {
    const pays = await findPayer(tx, did, at)
    const standing = await findStanding(tx, pays)
    const period =
      standing?.periodStart && standing.periodEnd
        ? { start: standing.periodStart, end: standing.periodEnd }
        : monthOf(at)
    return {
      payer: pays,
      known: standing,
      used: await unitsIn(tx, did, period.start, period.end),
      ...(await findReported(tx, did, period.start, period.end)),
    }
  })
  const plan = body.plan
    ? plansIn(plans).find(({ key }) => key === body.plan)
    : planOf(plans, known, at)
  if (!plan) throw fail('not_found', 'No such plan')
  // What a parent is billed is shown to those who have rights there.
  const isOwn = body.plan === undefined && body.units === undefined && payer === did
  if (isOwn && known?.customerId && known.subscriptionId) {
    const { customerId: customer, subscriptionId: subscription } = known
    const provider = await configured.load()
    const preview = await previews.get(`${configured.name} ${did}`, () =>
      provider.preview({ customer, subscription }),
    )
    if (preview) {
      const lines = [...preview.lines, ...unreported(plan, used, waiting)]
      return {
        currency: preview.currency,
        lines,
        total_minor: preview.total + totalOf(unreported(plan, used, waiting)),
        source: 'provider',
        as_of,
      }
    }
  }
  if (plan.type === 'SUNRISE' && !plan.price)
    return { currency: 'USD', lines: [], total_minor: 0, source: 'own', as_of }
  if (!plan.price)
    throw fail('bad_request', 'No price is known for this plan', { wire: 'NoPriceKnown' })
  const lines = costOf(plan.price, body.units ?? used)
  const { currency } = plan.price
  return { currency, lines, total_minor: totalOf(lines), source: 'own', as_of }
}

/** What the provider has not been told yet, at the price of the last units. */
function unreported({ price }: Plan, used: number, waiting: number): CostPreview['lines'] {
  if (!price || waiting === 0) return []
  const units = Math.min(waiting, used)
  const amount = totalOf(costOf(price, used)) - totalOf(costOf(price, used - units))
  return [{ label: 'Transfers not yet reported', quantity: units, amount_minor: amount }]
}

/** What companies have used, and what it costs. */
export const usage = handlers(contract, {
  get,
  transfers,
  plans: ({ deps: { plans } }) => ({ plans: plans ? plansIn(plans).map(shown) : [] }),
  costPreview,
})
