import { audit } from '@countersign/kit/audit'
import { askRun, resendDay } from '../reconciliation/index.ts'
import type { BillingDatabase } from '../tables.ts'
import { findDaysByCompany } from '../usage/index.ts'

/** Who is written down for what is done at the command line. */
const operator = { did: 'operator', requestId: 'command line' }
const network = 'network'

/** What an operator does about billing at the command line. */
export const billingTool = (database: BillingDatabase, clock: () => number) => ({
  /** Asks for a comparison with the provider: of one company, or of all. @returns whether none is under way already */
  reconcile: (did: string | null): Promise<boolean> =>
    database.withTenant(network, async (tx) => {
      const at = new Date(clock())
      const run = await askRun(tx, did, operator.did, at)
      if (!run) return false
      const detail = did ? { did } : {}
      const action = 'billing.reconcile'
      await audit(tx, operator, at, { company: network, action, object: run.id, detail })
      return true
    }),
  /** What a company pays for, by day and company. `to` is not part of it. */
  usage: (did: string, from: string, to: string) =>
    database.withTenant(did, (tx) => findDaysByCompany(tx, did, { from, to, isReported: true })),
  /** Has a day told to the provider again. @returns whether there is such a day */
  resend: (did: string, day: string): Promise<boolean> =>
    database.withTenant(network, async (tx) => {
      const at = new Date(clock())
      if (!(await resendDay(tx, did, day, at))) return false
      const action = 'billing.resend'
      await audit(tx, operator, at, { company: network, action, detail: { did, day } })
      return true
    }),
})
