import * as z from 'zod/mini'

/** What the demo's provider keeps of a company. Times are Unix milliseconds. */
export const Account = z.object({
  plan: z.nullable(z.string()),
  status: z.enum(['none', 'active', 'past_due', 'unpaid', 'canceled']),
  startedAt: z.number(),
  periodStart: z.number(),
  periodEnd: z.number(),
  endsAt: z.nullable(z.number()),
  /** The newest first. */
  invoices: z.array(
    z.object({
      id: z.string(),
      issuedAt: z.number(),
      status: z.enum(['open', 'paid']),
      totalMinor: z._default(z.number(), 0),
    }),
  ),
  /** Units by day, as they were last set. */
  usage: z._default(z.record(z.string(), z.number()), {}),
})
export type Account = z.infer<typeof Account>

/** A company that has subscribed to nothing. */
export const newAccount: Account = {
  plan: null,
  status: 'none',
  startedAt: 0,
  periodStart: 0,
  periodEnd: 0,
  endsAt: null,
  invoices: [],
  usage: {},
}

/** What a person can do on the page. */
export const acts = ['subscribe', 'fail', 'pay', 'cancel', 'advance'] as const
export type Act = (typeof acts)[number]

const mostInvoices = 24

/** A month later, or the last day of the next month where it has no such day. */
function monthAfter(time: number): number {
  const at = new Date(time)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), lastDay)
  const rest = time % 86_400_000
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, day) + rest
}

/** The units of a period. */
export const unitsOf = ({ usage }: Account, from: number, until: number): number =>
  Object.entries(usage)
    .filter(([day]) => Date.parse(day) >= from - (from % 86_400_000) && Date.parse(day) < until)
    .reduce((sum, [, units]) => sum + units, 0)

const invoiced = (
  account: Account,
  issuedAt: number,
  status: 'open' | 'paid',
  totalMinor: number,
): Account => ({
  ...account,
  invoices: [
    { id: `demo_in_${issuedAt}_${account.invoices.length}`, issuedAt, status, totalMinor },
    ...account.invoices,
  ].slice(0, mostInvoices),
})

/** Which acts make sense for an account; the page offers these alone. */
export function actsFor({ status }: Account): readonly Act[] {
  if (status === 'none' || status === 'canceled') return ['subscribe']
  if (status === 'active') return ['fail', 'cancel', 'advance']
  return ['pay', 'cancel', 'advance']
}

/** The account after an act; as it was where the act makes no sense for it. */
export function perform(
  account: Account,
  act: Act,
  { plan, at, costs }: { plan: string; at: number; costs: (plan: string, units: number) => number },
): Account {
  if (!actsFor(account).includes(act)) return account
  if (act === 'subscribe')
    return invoiced(
      {
        plan,
        status: 'active',
        startedAt: at,
        periodStart: at,
        periodEnd: monthAfter(at),
        endsAt: null,
        invoices: account.invoices,
        usage: account.usage,
      },
      at,
      'paid',
      costs(plan, 0),
    )
  const used = unitsOf(account, account.periodStart, account.periodEnd)
  const due = costs(account.plan ?? '', used)
  if (act === 'fail') return invoiced({ ...account, status: 'past_due' }, at, 'open', due)
  if (act === 'pay')
    return {
      ...account,
      status: 'active',
      invoices: account.invoices.map((one) => ({ ...one, status: 'paid' })),
    }
  if (act === 'cancel')
    return {
      ...account,
      status: 'canceled',
      endsAt: account.status === 'active' ? account.periodEnd : at,
    }
  const { periodEnd } = account
  const next = { ...account, periodStart: periodEnd, periodEnd: monthAfter(periodEnd) }
  // What was not paid within the month is given up.
  return account.status === 'active'
    ? invoiced(next, periodEnd, 'paid', due)
    : { ...next, status: 'unpaid' }
}
