import { type BillingTables, billingTool } from '@countersign/billing'
import { connect } from '@countersign/kit/db'
import { asFailure } from '@countersign/kit/errors'
import type { Logger } from '@countersign/kit/log'
import { providerOf } from './billing.ts'
import { billingMistakes, plansOf } from './billing-config.ts'
import type { Config } from './config.ts'
import { openPostgres, prepareDatabase } from './database.ts'
import { allMigrations } from './migrations.ts'

const usage = `Looks after billing:
  npm run billing -- check
  npm run billing -- setup
  npm run billing -- reconcile [DID]
  npm run billing -- usage DID FROM TO
  npm run billing -- resend DID DAY
check says whether the provider can be reached with this configuration. setup finds or makes what the provider needs to
sell the plans of BILLING_PLANS, and changes nothing that is there. reconcile asks the running service for a comparison
with the provider: of one company, or of all. usage prints what a company pays for, day by day, as CSV; FROM and TO are
days such as 2026-11-01, and TO is not part of it. resend has a day’s usage told to the provider again.`

const isDay = (text = '') => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isDid = (text = '') => /^did:[a-z0-9]+:\S+$/.test(text)

/** Runs one of the commands in {@link usage} and prints what became of it. */
export async function runBilling(
  words: readonly string[],
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<void> {
  const [verb = '', did, from, to] = words
  const fits: Readonly<Record<string, boolean>> = {
    check: words.length === 1,
    setup: words.length === 1,
    reconcile: words.length === 1 || (words.length === 2 && isDid(did)),
    usage: words.length === 4 && isDid(did) && isDay(from) && isDay(to),
    resend: words.length === 3 && isDid(did) && isDay(from),
  }
  if (!fits[verb]) throw new Error(usage)
  const postgres = await openPostgres(config, log)
  const database = connect<BillingTables>({ url: postgres.url, role: 'countersign_app', max: 2 })
  try {
    const never = new AbortController().signal
    await prepareDatabase(postgres.url, allMigrations, config, log, never)
    const tool = billingTool(database, Date.now)
    if (verb === 'check') return await check(config, database, say)
    if (verb === 'setup') return await setUp(config, database, say)
    if (verb === 'reconcile')
      return say(
        (await tool.reconcile(did ?? null))
          ? 'Asked for. The running service compares within seconds; see /admin/billing/reconciliation.'
          : 'A comparison is already in progress.',
      )
    if (verb === 'resend' && did && from) {
      if (!(await tool.resend(did, from)))
        throw new Error(`Nothing was counted for ${did} on ${from}`)
      return say(`${from} is sent again within seconds.`)
    }
    if (did && from && to) {
      say('day,company,transfers,reported')
      for (const row of await tool.usage(did, from, to))
        say([row.day, row.did, row.units, row.reported].join(','))
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** The provider, where its configuration is complete. */
function configured(
  config: Config,
  database: Parameters<typeof billingTool>[0],
  say: (line: string) => void,
) {
  const mistakes = billingMistakes(config)
  for (const mistake of mistakes) say(`missing  ${mistake}`)
  const provider = providerOf(config, { database, clock: Date.now, origin: config.APP_URL ?? '' })
  if (!provider) say('Billing isn’t enabled: BILLING_PROVIDER is none.')
  else if (mistakes.length > 0) throw new Error('The configuration of billing is incomplete')
  return provider
}

/** Whether the provider answers with these keys. */
async function check(...[config, database, say]: Parameters<typeof configured>): Promise<void> {
  const provider = configured(config, database, say)
  if (!provider) return
  say(`ok       ${provider.name} is configured`)
  try {
    const customers = await (await provider.load()).customers()
    say(`ok       ${provider.name} answers, and has ${customers.length} customers`)
  } catch (error) {
    throw new Error(`failed   ${asFailure(error).message}`)
  }
}

/** Has the provider sell our plans. */
async function setUp(...[config, database, say]: Parameters<typeof configured>): Promise<void> {
  const provider = configured(config, database, say)
  if (!provider) return
  try {
    const lines = await (await provider.load()).setUp(plansOf(config)?.paying ?? [])
    for (const { state, what } of lines) say(`${state.padEnd(8)} ${what}`)
    if (lines.length === 0) say(`${provider.name} needs nothing.`)
  } catch (error) {
    throw new Error(`failed   ${asFailure(error).message}`)
  }
}
