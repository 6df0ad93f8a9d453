import { tellProvider } from '@countersign/billing'
import { BillingEntityIn } from '@countersign/contracts/billing'
import { productExamples } from '@countersign/contracts/examples'
import { transactions } from '@countersign/contracts/transactions'
import { client } from '@countersign/kit/client'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUsers, granitequay, kestrelBay, kestrelBayEurope } from '../demo/index.ts'
import { stripeHouse } from './billing-stripe.fixture.ts'

let house: Awaited<ReturnType<typeof stripeHouse>>
beforeAll(async () => {
  house = await stripeHouse()
})
afterAll(() => house.close())

const body = BillingEntityIn.parse(productExamples['subscription.setEntity']?.body)
const dayMs = 86_400_000

test('[BI-03] who is billed is kept at once, sealed, and told to the provider once it can be reached', async () => {
  const { as, stripe, deps, vault, own, ahead } = house
  const marcus = (await as('marcus')).subscription
  const tell = () => tellProvider({ ...deps, vault })
  stripe.fault.status = 503
  const saved = await marcus.setEntity({ vaspId: kestrelBay, body })
  expect(saved).toMatchObject({
    ...{ legal_name: body.legal_name, proposed: false, provider_state: 'saved', editable: true },
    tax_id: { type: 'sg_gst', value: 'M12345678X', status: 'unverified' },
  })
  const [row] = await own.withTenant(kestrelBay, (tx) =>
    tx.selectFrom('billing.entity').selectAll().execute(),
  )
  expect(JSON.stringify(row)).not.toMatch(/Harbour|bills@|Grace/)
  expect(await tell()).toBe(0)
  // Not asked again at once, and not forgotten.
  delete stripe.fault.status
  expect(await tell()).toBe(0)
  ahead.ms += 60_000
  expect(await tell()).toBe(1)
  expect(stripe.told.get('cus_1')).toMatchObject({
    ...{ name: body.legal_name, email: body.email, 'address[city]': 'Singapore' },
  })
  expect(await tell()).toBe(0)
  expect(await marcus.entity({ vaspId: kestrelBay })).toMatchObject({ provider_state: 'sent' })
  await marcus.setEntity({ vaspId: kestrelBay, body: { ...body, legal_name: 'Kestrel Bay plc' } })
  // Told, and not noted: the state that a process leaves which dies in between. It is told again.
  stripe.fault.next = () => 'cut after'
  expect(await tell()).toBe(0)
  delete stripe.fault.next
  expect(await marcus.entity({ vaspId: kestrelBay })).toMatchObject({ provider_state: 'saved' })
  ahead.ms += 60_000
  expect(await tell()).toBe(1)
  expect(await marcus.entity({ vaspId: kestrelBay })).toMatchObject({ provider_state: 'sent' })
  expect(stripe.told.get('cus_1')).toMatchObject({ name: 'Kestrel Bay plc' })

  const wrong = { ...body, address: null, tax_id: { type: 'VAT', value: 'x' } }
  expect(await refusal(marcus.setEntity({ vaspId: kestrelBay, body: wrong }))).toMatchObject({
    status: 422,
  })
  const daniel = (await as('daniel')).subscription
  expect(await refusal(daniel.setEntity({ vaspId: kestrelBay, body }))).toMatchObject({
    status: 403,
  })
})

test('[BI-03] [BI-06] a parent pays for its group from the next day on, and transfers within it are free', async () => {
  const { as, unit, own, report, identity } = house
  const ana = await as('ana')
  const of = { vaspDID: kestrelBayEurope }
  const pay = (who: typeof ana, did: string) =>
    refusal(who.subscription.setPayer({ ...of, body: { billing_customer_did: did } }))
  // She may in one of the two, and the third has nothing to do with them.
  expect(await pay(ana, kestrelBay)).toMatchObject({ status: 403 })
  const marcus = demoUsers.find(({ subject }) => subject === 'marcus')
  if (marcus)
    await identity.ensureUsers([
      { ...marcus, roles: [...marcus.roles, { vaspDID: kestrelBayEurope, role: 'admin' }] },
    ])
  const both = await as('marcus')
  expect(await pay(both, granitequay)).toMatchObject({ status: 403 })
  const set = await both.subscription.setPayer({
    ...of,
    body: { billing_customer_did: kestrelBay },
  })
  expect(set).toMatchObject({
    ...{ billing_customer_did: kestrelBayEurope, next_payer: { did: kestrelBay } },
    group_payer: { did: kestrelBay },
  })
  // The server's clock, which the test's may be ahead of.
  await unit(kestrelBayEurope, new Date())
  const paid = async (did: string) =>
    own.withTenant(did, (tx) =>
      tx
        .selectFrom('billing.usage_event')
        .select(['vasp_did', 'payer_did', 'billable'])
        .where('vasp_did', '=', kestrelBayEurope)
        .where('payer_did', '=', kestrelBay)
        .execute(),
    )
  expect(await paid(kestrelBayEurope)).toEqual([])

  // A day goes by.
  await own.withTenant(kestrelBayEurope, (tx) =>
    tx
      .updateTable('billing.payer')
      .set({ since: new Date().toISOString().slice(0, 10) })
      .execute(),
  )
  await unit(kestrelBayEurope)
  await unit(kestrelBayEurope, undefined, kestrelBay)
  await unit(kestrelBayEurope, undefined, kestrelBayEurope)
  await unit(kestrelBayEurope, undefined, granitequay)
  // Two of four: those to its parent and to itself are free.
  const theirs = { vasp_did: kestrelBayEurope, payer_did: kestrelBay, billable: true }
  expect(await paid(kestrelBayEurope)).toEqual([theirs, theirs])
  expect(await paid(kestrelBay)).toEqual([theirs, theirs])
  await report()

  const shown = await both.subscription.get(of)
  expect(shown).toMatchObject({
    ...{ billing_customer_did: kestrelBay, plan: 'standard', subscription_status: 'active' },
    ...{ customer_id: null, subscription_id: null, current_billing_period_usage: 2 },
    invoice_info: { invoices: [], hosted_page_url: null },
  })
  expect(await both.subscription.entity({ vaspId: kestrelBayEurope })).toMatchObject({
    ...{ inherited: true, editable: false, payer_name: 'Kestrel Bay Exchange' },
    ...{ email: null, address: null, tax_id: null },
  })
  const refused = [
    () => both.subscription.setEntity({ vaspId: kestrelBayEurope, body }),
    () => both.subscription.checkout({ ...of, body: { plan: 'standard' } }),
  ]
  for (const call of refused) expect(await refusal(call())).toMatchObject({ status: 409 })
  const day = new Date(house.clock()).toISOString().slice(0, 10)
  const to = new Date(house.clock() + dayMs).toISOString().slice(0, 10)
  const { rows } = await both.usage.get({
    vaspDID: kestrelBay,
    query: { from: day, to, by: 'company' },
  })
  expect(rows).toContainEqual({ start: day, units: 2, reported: 2, by: kestrelBayEurope })
})

test('[BI-03] where a company wants two people for it, a change of who pays waits for the second', async () => {
  const { as, caller, identity, rows } = house
  const inBoth = [kestrelBay, kestrelBayEurope].map((vaspDID) => ({ vaspDID, role: 'admin' }))
  const joining = demoUsers.filter(({ subject }) => ['marcus', 'daniel'].includes(subject))
  await identity.ensureUsers(joining.map((one) => ({ ...one, roles: inBoth })))
  const [marcus, daniel] = [await as('marcus'), await as('daniel')]
  const { tx } = client(transactions, await caller('marcus'))
  const twoPeople = async (vaspDID: string, payer: boolean) => {
    const { version, ...saved } = await tx.settings({ vaspDID })
    const fourEyes = { ...saved.fourEyes, payer }
    await tx.saveSettings({ vaspDID, body: { ...saved, fourEyes, version } })
  }
  const name = (who: typeof marcus, did: string) =>
    who.subscription.setPayer({ vaspDID: kestrelBayEurope, body: { billing_customer_did: did } })
  const shown = () => daniel.subscription.entity({ vaspId: kestrelBayEurope })

  // What the payer wants counts, and what the company itself wants.
  for (const company of [kestrelBay, kestrelBayEurope]) {
    await rows(`delete from billing.payer where vasp_did = '${kestrelBayEurope}'`)
    await twoPeople(company, true)
    expect(await name(marcus, kestrelBay)).toMatchObject({
      next_payer: null,
      pending_payer: { did: kestrelBay, by: { name: 'Marcus Lim' } },
    })
    expect(await refusal(name(marcus, kestrelBay))).toMatchObject({
      status: 403,
      body: { err: { name: 'SecondPersonNeededError' } },
    })
    // Somebody who agrees and presses twice changes it once.
    await Promise.all([name(daniel, kestrelBay), name(daniel, kestrelBay)])
    expect(await shown()).toMatchObject({ next_payer: { did: kestrelBay }, pending_payer: null })
    await twoPeople(company, false)
  }
  await twoPeople(kestrelBay, true)
  await name(daniel, kestrelBayEurope)
  // Naming who pays anyway withdraws it, whoever does.
  expect(await name(marcus, kestrelBay)).toMatchObject({ pending_payer: null })
  expect((await shown()).next_payer).toMatchObject({ did: kestrelBay })
  // After a day it is forgotten, and the next one to ask is the first.
  await name(daniel, kestrelBayEurope)
  await rows(`update billing.pending_payer set ends_at = now()`)
  expect((await shown()).pending_payer).toBeNull()
  expect(await name(marcus, kestrelBayEurope)).toMatchObject({
    pending_payer: { by: { name: 'Marcus Lim' } },
  })
  await name(daniel, kestrelBayEurope)
  expect((await shown()).next_payer).toMatchObject({ did: kestrelBayEurope })
  const acts = await rows(`select action, count(*)::int as n from audit.entry
    where action like 'billing.%Payer' and vasp_did = '${kestrelBayEurope}' group by action order by action`)
  expect(Object.fromEntries(acts.map(({ action, n }) => [action, n]))).toEqual({
    'billing.discardPayer': 1,
    'billing.proposePayer': 5,
    // The one of before among them.
    'billing.setPayer': 4,
  })
})

test('[BI-02] the portal opens where one wants to be, and its link says when it ends', async () => {
  const { as, clock } = house
  const { subscription } = await as('marcus')
  for (const flow of ['payment_method', 'cancel', 'update'] as const) {
    const { url, expires_at: end } = await subscription.openPortal({
      vaspDID: kestrelBay,
      body: { flow },
    })
    expect(new URL(url).searchParams.get('flow')).toBe(
      {
        payment_method: 'payment_method_update',
        cancel: 'subscription_cancel',
        update: 'subscription_update',
      }[flow],
    )
    expect(Date.parse(end)).toBeGreaterThan(clock() - dayMs)
  }
})
