import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripeVersion } from '@countersign/billing'
import { fakeStripe } from '@countersign/billing/testing'
import { createLog } from '@countersign/kit/log'
import { testDatabase } from '@countersign/kit/testing'
import { query } from '@countersign/kit/testing-query'
import { expect, test } from 'vitest'
import { runBilling } from './billing-tool.ts'
import { readConfig } from './config.ts'

test('[BI-06] an operator checks the provider, asks for a comparison, reads usage and has a day sent again', async () => {
  const { url, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-billing-'))
  const stripe = await fakeStripe('sk_test_tool', stripeVersion)
  const did = 'did:web:kestrelbay.example'
  const run = async (...words: string[]) => {
    const lines: string[] = []
    const config = readConfig({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      BILLING_PROVIDER: 'stripe',
      STRIPE_API_KEY: 'sk_test_tool',
      STRIPE_WEBHOOK_SECRET: 'whsec_tool',
      STRIPE_URL: stripe.url,
    })
    await runBilling(words, config, createLog('silent'), (line) => lines.push(line))
    return lines
  }
  try {
    expect(await run('check')).toEqual([
      'ok       stripe is configured',
      'ok       stripe answers, and has 0 customers',
    ])
    expect(await run('setup')).toEqual([
      'found    meter countersign_transfers: mtr_1',
      ...['standard', 'group'].flatMap((plan) => [
        `made     product countersign-${plan}`,
        expect.stringContaining(`made     price ${plan}: price_${plan}`),
        expect.stringContaining(`made     price ${plan}-transfers`),
      ]),
      expect.stringMatching(/^missing {2}default configuration/),
    ])
    stripe.fault.status = 401
    await expect(run('setup')).rejects.toThrow('The billing provider refused our key')
    await expect(run('check')).rejects.toThrow('The billing provider refused our key')

    await query(
      url,
      `insert into billing.usage_event (vasp_did, id, kind, payer_did, plan, billable, units, occurred_at, booked_on, counted)
       values ('${did}', gen_random_uuid(), 'transfer', '${did}', 'standard', true, 1, '2026-11-03T10:00Z', '2026-11-03', true);
       insert into billing.usage_day (vasp_did, day, total, state, sent_total) values ('${did}', '2026-11-03', 1, 'confirmed', 1)`,
    )
    expect(await run('usage', did, '2026-11-01', '2026-12-01')).toEqual([
      'day,company,transfers,reported',
      `2026-11-03,${did},1,1`,
    ])
    await expect(run('resend', did, '2026-11-04')).rejects.toThrow('Nothing was counted')
    expect(await run('resend', did, '2026-11-03')).toEqual([
      '2026-11-03 is sent again within seconds.',
    ])
    expect(await query(url, 'select state from billing.usage_day')).toEqual([{ state: 'pending' }])
    expect(await run('reconcile')).toEqual([expect.stringMatching(/^Asked for/)])
    expect(await run('reconcile')).toEqual(['A comparison is already in progress.'])
    expect(
      await query(
        url,
        `select action from audit.entry where action like 'billing.%' order by action`,
      ),
    ).toEqual([{ action: 'billing.reconcile' }, { action: 'billing.resend' }])
    for (const words of [[], ['usage', did], ['resend', did, 'yesterday'], ['reconcile', 'acme']])
      await expect(run(...words)).rejects.toThrow('npm run billing -- check')
  } finally {
    await stripe.close()
    await drop()
    await rm(dataDir, { recursive: true })
  }
})
