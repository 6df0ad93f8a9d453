import type { TransactionsDeps } from '../deps.ts'
import type { TransactionsTx } from '../tables.ts'
import { countryOf, ruleOf } from '../threshold/index.ts'
import { findSettings } from '../transfer/index.ts'
import { type Period, usualYears } from './period.rules.ts'

/** How long a company keeps its transfers, and by the law of which country. */
export async function periodOf(
  deps: Pick<TransactionsDeps, 'companies' | 'jurisdictions'>,
  tx: TransactionsTx,
  company: string,
): Promise<Period & { readonly country: string | null }> {
  const [own] = await deps.companies(tx, [company])
  const country = own ? countryOf(own) : null
  const law = ruleOf(await deps.jurisdictions(tx), country)
  const { retentionDays } = await findSettings(tx, company)
  return { country, years: law?.recordYears ?? usualYears, days: retentionDays }
}
