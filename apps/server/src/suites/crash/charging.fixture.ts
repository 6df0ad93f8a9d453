import { randomUUID } from 'node:crypto'
import { stripeVersion } from '@countersign/billing'
import { fakeChargebee, fakeStripe } from '@countersign/billing/testing'
import { expect } from 'vitest'
import { charge } from './charge.fixture.ts'
import { dies } from './dies.fixture.ts'
import type { FailpointRig } from './failpoint.fixture.ts'

const dayMs = 86_400_000

/** A provider’s fake, and how many units it has of a customer’s day. */
async function opened(name: 'stripe' | 'chargebee') {
  if (name === 'stripe') {
    const fake = await fakeStripe('sk_test_crash', stripeVersion)
    const has = (did: string, day: number) => fake.meter.unitsOf(`cus ${did}`, day / 1000)
    return { fake, has }
  }
  const fake = await fakeChargebee('key')
  const has = (did: string, day: number) =>
    fake.usages
      .filter((one) => one.subscription_id === `sub ${did}` && one.usage_date * 1000 === day)
      .reduce((sum, { quantity }) => sum + Number(quantity), 0)
  return { fake, has }
}

/** Units are charged once, wherever a process dies between the ledger, the day’s total, the provider and our note. */
export const charging =
  (name: 'stripe' | 'chargebee') =>
  async ({ url, rows }: FailpointRig, point: string): Promise<void> => {
    const { fake, has } = await opened(name)
    const did = `did:web:${name}.${randomUUID()}.example`
    // Yesterday is told from ten minutes after midnight on: not yet when this runs at five past.
    const day = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs
    await rows(
      `insert into billing.customer (vasp_did, provider, customer_id, due_at)
       values ($1, $2, 'cus ' || $1, now() + interval '1 year')`,
      [did, name],
    )
    await rows(
      `insert into billing.subscription (vasp_did, plan, status, customer_id, subscription_id, period_start,
         period_end, read_at)
       values ($1, 'standard', 'active', 'cus ' || $1, 'sub ' || $1, now() - interval '9 days',
         now() + interval '9 days', now())`,
      [did],
    )
    const send = (count: number) =>
      rows(
        `insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at)
         select $1, gen_random_uuid(), 'transfer', $1, 'standard', true, 1, $2::timestamptz + n * interval '1 minute'
         from generate_series(1, $3::int) n`,
        [did, new Date(day), count],
      )
    // So that what comes now replaces a number that the provider has.
    await send(3)
    await charge(url, name, fake.url)
    expect(has(did, day)).toBe(3)
    await send(4)
    // What was told a moment ago rests for a while: later, as all workers see it.
    await rows(`update billing.usage_day set due_at = now() where vasp_did = $1`, [did])
    await dies(new URL('./charge.fixture.ts', import.meta.url), url, name, fake.url, point)
    const left = {
      ...{ 'before-count-commit': 3, 'after-usage-told-before-record': 7 },
      'after-usage-removed-before-added': 0,
    }
    expect({ [point]: has(did, day) }).toMatchObject({ [point]: Object(left)[point] })
    // The next worker, once the lease of the dead one is over.
    const later = () => Date.now() + 20 * 60_000
    for (let n = 0; n < 2; n++) await charge(url, name, fake.url, later)
    expect(has(did, day)).toBe(7)
    expect(
      await rows('select total, sent_total, state from billing.usage_day where vasp_did = $1', [
        did,
      ]),
    ).toEqual([{ total: 7, sent_total: 7, state: 'sent' }])
    await fake.close()
  }
