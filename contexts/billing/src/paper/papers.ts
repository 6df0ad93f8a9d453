import type { PdfModel, PdfSubjectOf } from '@countersign/contracts/report'
import type { BillingDeps } from '../deps.ts'
import { findPayer, findStanding, planOf } from '../plan/index.ts'
import { findCustomer, findInvoices } from '../provider/index.ts'
import type { BillingTx } from '../tables.ts'
import { findDays } from '../usage/index.ts'
import { moneyWords } from './money.rules.ts'

const dayMs = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** What a company used and was billed, as documents. Undefined where there is nothing to print. */
export const billingPapers = (deps: BillingDeps) => {
  const { database, clock, plans, provider, companies } = deps
  const nameOf = async (tx: BillingTx, company: string) =>
    (await companies(tx, [company]))[0]?.name ?? company

  /** Chargeable transfers day by day. */
  const usage = (
    company: string,
    { from, to }: PdfSubjectOf<'usage'>,
  ): Promise<PdfModel | undefined> =>
    database.withTenant(company, async (tx) => {
      const end = dayOf(new Date(Date.parse(to) + dayMs))
      const days = await findDays(tx, company, {
        from,
        to: end,
        isReported: provider !== undefined,
      })
      const sum = (of: 'units' | 'reported') => days.reduce((all, day) => all + day[of], 0)
      const at = new Date(clock())
      const payer = await findPayer(tx, company, at)
      const plan = plans && planOf(plans, await findStanding(tx, payer), at)
      return {
        title: 'Usage statement',
        owner: await nameOf(tx, company),
        blocks: [
          {
            type: 'facts',
            rows: [
              ['Company', company],
              ['Days', `${from} to ${to} (UTC)`],
              ['Plan', plan?.key ?? 'None: billing isn’t enabled'],
              ['Transfers a month', String(plan?.transfersPerMonth ?? 'No limit')],
              ['Chargeable transfers', String(sum('units'))],
              ['Reported to the provider', provider ? String(sum('reported')) : '–'],
            ],
          },
          { type: 'heading', text: 'By day' },
          days.length === 0
            ? { type: 'text', text: 'There were no chargeable transfers in these days.' }
            : {
                type: 'table',
                columns: ['Day', 'Transfers', 'Reported'],
                rows: days.map(({ day, units, reported }) => [
                  day,
                  String(units),
                  String(reported),
                ]),
              },
          {
            type: 'text',
            text: 'An outgoing Travel Rule transfer counts once, when it is first sent. This is no invoice.',
          },
        ],
      }
    })

  const findOwn = (company: string, { invoice: id }: PdfSubjectOf<'invoice'>) =>
    database.withTenant(company, async (tx) => {
      const customer = provider && (await findCustomer(tx, company, provider.name))
      const found = customer && (await findInvoices(tx, company)).find((one) => one.id === id)
      return found && { customer: customer.customerId, id }
    })

  /** An invoice as its provider made it; undefined where we print what the demo’s billed. */
  const givenInvoice =
    provider && provider.name !== 'demo'
      ? {
          isThere: async (company: string, subject: PdfSubjectOf<'invoice'>) =>
            (await findOwn(company, subject)) !== undefined,
          read: async (company: string, subject: PdfSubjectOf<'invoice'>) => {
            const own = await findOwn(company, subject)
            return own && (await provider.load()).invoicePdf(own.customer, own.id)
          },
        }
      : undefined

  /** An invoice of the demo’s provider. Real ones make their own. */
  const invoice = (
    company: string,
    { invoice: id }: PdfSubjectOf<'invoice'>,
  ): Promise<PdfModel | undefined> =>
    database.withTenant(company, async (tx) => {
      if (provider?.name !== 'demo' || !(await findCustomer(tx, company, 'demo'))) return undefined
      const found = (await findInvoices(tx, company)).find((one) => one.id === id)
      if (!found) return undefined
      const amount = (minor: number | null) =>
        minor === null || found.currency === null ? '–' : moneyWords(minor, found.currency)
      return {
        title: 'Simulated invoice',
        owner: await nameOf(tx, company),
        blocks: [
          { type: 'text', text: 'Simulated. No real payments.' },
          {
            type: 'facts',
            rows: [
              ['Invoice', found.number ?? found.id],
              ['Date', dayOf(found.issuedAt)],
              ['Due', found.dueAt ? dayOf(found.dueAt) : '–'],
              ['Status', found.status],
              ['Total', amount(found.totalMinor)],
              ['Amount due', amount(found.dueMinor)],
            ],
          },
        ],
      }
    })

  return { usage, invoice, givenInvoice }
}
