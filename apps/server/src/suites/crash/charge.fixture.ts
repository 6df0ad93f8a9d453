import {
  type BillingTables,
  chargebeeProvider,
  countUsage,
  reportUsage,
  stripeProvider,
} from '@countersign/billing'
import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'

/** The provider that a fake on loopback plays. */
export const providerAt = (name: string, url: string) =>
  name === 'stripe'
    ? stripeProvider({
        ...{ apiKey: 'sk_test_crash', webhookSecrets: [], url, meter: 'countersign_transfers' },
      })
    : chargebeeProvider({
        ...{ site: 'acme', apiKey: 'key', webhookLogins: [], url, usagePrice: 'transfers' },
      })

/** Counts, and tells the provider what is due. */
export async function charge(databaseUrl: string, name: string, url: string, clock = Date.now) {
  const relay = connect<BillingTables>({ url: databaseUrl, role: 'countersign_relay', max: 2 })
  await countUsage({ relay, clock })
  const provider = await providerAt(name, url)
  await reportUsage({ relay, clock, provider, log: { warn: () => undefined } })
  await relay.close()
}

/** As a process, it dies at the failpoint of its last argument. */
if (import.meta.main) {
  const [databaseUrl = '', name = '', url = '', point = ''] = process.argv.slice(2)
  armFailpoint(point)
  await charge(databaseUrl, name, url)
}
