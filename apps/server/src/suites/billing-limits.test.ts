import { randomUUID } from 'node:crypto'
import { allowance, type BillingTables, meter } from '@countersign/billing'
import { billing } from '@countersign/contracts/billing'
import { productExamples } from '@countersign/contracts/examples'
import { identity } from '@countersign/contracts/identity'
import { CreateIn, transactions } from '@countersign/contracts/transactions'
import { questionnaireType, trust } from '@countersign/contracts/trust'
import { webhooks } from '@countersign/contracts/webhooks'
import { client } from '@countersign/kit/client'
import { connect } from '@countersign/kit/db'
import { injected, refusal } from '@countersign/kit/testing'
import { run } from '@countersign/kit/testing-query'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { granitequay, kestrelBay, kestrelBayEurope, seedDemo } from '../demo/index.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const fixtures: Awaited<ReturnType<typeof serverFixture>>[] = []
afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((one) => one.close()))
})

/** Ana of Kestrel Bay, with a free plan of so many transfers a month. */
async function limited(transfersPerMonth: number, { together = false } = {}) {
  const plans = { free: { transfersPerMonth }, paying: { standard: {} } }
  const fixture = await serverFixture(
    { DEMO: 'on', BILLING_PROVIDER: 'demo', BILLING_PLANS: JSON.stringify(plans) },
    { together },
  )
  fixtures.push(fixture)
  const { database, identity, documents, app } = fixture.product
  await seedDemo(database, identity, new Date(), documents)
  const options = {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'ana') },
    fetcher: injected(app),
  }
  const { tx, exportRequests: exports, privacyRequests: privacy } = client(transactions, options)
  const { subscription } = client(billing, options)
  return {
    fixture,
    tx,
    exports,
    privacy,
    subscription,
    url: fixture.databaseUrl,
    limit: async () => (await subscription.limits({ vaspDID: kestrelBay })).limits[0],
    /** A transfer from Kestrel Bay to Granitequay, not sent yet. */
    create: async () => {
      const body = CreateIn.parse(productExamples['tx.create']?.body)
      return (await tx.create({ body: { ...body, transactionRef: randomUUID() } })).id
    },
    approve: (id: string) => tx.approve({ query: { vaspDID: kestrelBay, id } }),
    info: (id: string) => tx.info({ query: { vaspDID: kestrelBay, id } }),
    subscribe: (status: string) =>
      database.withTenant(kestrelBay, (own) =>
        sql`insert into billing.subscription (vasp_did, plan, status, read_at)
          values (${kestrelBay}, 'standard', ${status}, now())
          on conflict (vasp_did) do update set status = excluded.status`.execute(own),
      ),
  }
}

test('[BI-06] a limit parks a transfer, answering, exports and erasure go on, and a paid plan lets it be sent', async () => {
  const ana = await limited(1)
  const [sent, parked] = [await ana.create(), await ana.create()]
  expect(await ana.limit()).toMatchObject({ used: 0, limit: 1, state: 'ok', reached_at: null })
  expect(await ana.approve(sent)).toMatchObject({ status: 'SENT' })
  const reached = await ana.limit()
  expect(reached).toMatchObject({ used: 1, limit: 1, state: 'reached' })
  expect(Date.parse(reached?.reached_at ?? '')).toBeLessThan(Date.parse(reached?.resets_at ?? ''))

  await ana.approve(parked).catch(() => undefined)
  expect(await ana.info(parked)).toMatchObject({ status: 'NEW', heldBy: 'PLAN' })
  // Its counterparty answers, and what was sent before is approved again, whatever the plan.
  await ana.tx.confirm({ query: { vaspDID: granitequay, id: sent } })
  await ana.tx.accept({ query: { vaspDID: granitequay, id: sent }, body: {} })

  await ana.subscribe('unpaid')
  // What is on record leaves and is erased, whatever the plan.
  const { exports, privacy } = ana
  const exported = { vaspDID: kestrelBay, filter: {}, format: 'CSV' } as const
  expect(await exports.create({ body: exported })).toMatchObject({ format: 'CSV', done: 0 })
  const erasure = await privacy.create({
    body: { vaspDID: kestrelBay, kind: 'ERASURE', ids: [sent], reason: 'Letter' },
  })
  expect(erasure).toMatchObject({ kind: 'ERASURE' })
  await ana.approve(parked).catch(() => undefined)
  expect(await ana.info(parked)).toMatchObject({ status: 'NEW', heldBy: 'PLAN' })
  await ana.subscribe('active')
  expect(await ana.approve(parked)).toMatchObject({ status: 'SENT', heldBy: null })
  expect(await ana.limit()).toMatchObject({ used: 2, limit: null, state: 'ok' })
  expect(await ana.subscription.get({ vaspDID: kestrelBay })).toMatchObject({
    ...{ subscription_type: 'PAYING', subscription_status: 'active', plan: 'standard' },
    access: 'full',
  })
})

test('[BI-06] the last transfer of a plan is sent once, however many are approved at once', async () => {
  const ana = await limited(2)
  await ana.approve(await ana.create())
  const ids = await Promise.all(Array.from({ length: 8 }, () => ana.create()))
  await Promise.allSettled(ids.map((id) => ana.approve(id)))
  const found = await Promise.all(ids.map((id) => ana.info(id)))
  const counts = found.map(({ status, heldBy }) => `${status} ${heldBy}`).sort()
  expect(counts).toEqual([...Array.from({ length: 7 }, () => 'NEW PLAN'), 'SENT null'])
  expect(await ana.limit()).toMatchObject({ used: 2, state: 'reached' })
})

test('[BI-06] companies of one payer share its limit, and the last transfer goes to one of them', async () => {
  const ana = await limited(4)
  const database = connect<BillingTables>({ url: ana.url, role: 'countersign_app', max: 8 })
  const at = new Date()
  try {
    await database.withTenant(kestrelBayEurope, (tx) =>
      sql`insert into billing.payer (vasp_did, since, payer_did)
        values (${kestrelBayEurope}, ${at.toISOString().slice(0, 10)}::date, ${kestrelBay})`.execute(
        tx,
      ),
    )
    const plans = {
      free: { key: 'free', type: 'SUNRISE', transfersPerMonth: 4 },
      paying: [{ key: 'standard', type: 'PAYING', transfersPerMonth: null }],
    } as const
    const send = (did: string) =>
      database.withTenant(did, async (tx) => {
        const isCovered = await allowance(tx, plans, { did, counterparty: granitequay, at })
        if (isCovered)
          await meter(tx, { did, transferId: randomUUID(), counterparty: granitequay, at })
        return isCovered
      })
    expect(await send(kestrelBayEurope)).toBe(true)
    expect(await ana.limit()).toMatchObject({ used: 1, limit: 4, state: 'ok' })
    expect(await ana.subscription.limits({ vaspDID: kestrelBay })).toMatchObject({ companies: 2 })

    // Three are left, for twelve at once.
    const senders = Array.from({ length: 12 }, (_, n) => (n % 2 ? kestrelBay : kestrelBayEurope))
    const covered = await Promise.all(senders.map(send))
    expect(covered.filter(Boolean)).toHaveLength(3)
    expect(await ana.limit()).toMatchObject({ used: 4, state: 'reached' })
    const parked = await ana.create()
    await ana.approve(parked).catch(() => undefined)
    expect(await ana.info(parked)).toMatchObject({ status: 'NEW', heldBy: 'PLAN' })
    // A company outside the group has its own, and knows nothing of theirs.
    expect(await send(granitequay)).toBe(true)
    const { rows } = await database.withTenant(granitequay, (tx) =>
      sql<{ units: number }>`
        select billing.group_units(${at}, ${at}::timestamptz - interval '1 day', ${at}::timestamptz + interval '1 day')
          as units`.execute(tx),
    )
    expect(rows).toEqual([{ units: 0 }])
  } finally {
    await database.close()
  }
})

test('[BI-06] a plan covers so many questionnaires a month; what was requested before goes on', async () => {
  const { fixture, subscription, subscribe } = await limited(10)
  const options = {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'ana') },
    fetcher: injected(fixture.product.app),
  }
  const { documentRequest } = client(trust, options)
  const request = (
    did: string,
    documentType: 'LICENCE' | typeof questionnaireType = questionnaireType,
  ) =>
    documentRequest.act({
      did,
      query: { requestingVASPdid: kestrelBay, documentType, accessAction: 'REQUEST' },
    })
  const usage = async () =>
    (await subscription.limits({ vaspDID: kestrelBay })).limits.find(
      ({ key }) => key === 'ddq_requests',
    )
  const { rows } = await fixture.product.database.withTenant(kestrelBay, (tx) =>
    sql<{ did: string }>`select vasp_did as did from trust.vasp where listing = 'listed'
      and vasp_did not in (select vasp_did from trust.document_request where requester_did = ${kestrelBay})
      and vasp_did <> ${kestrelBay} order by 1 limit 8`.execute(tx),
  )
  const others = rows.map(({ did }) => did)
  // What the demo requested was in another month.
  await run(
    fixture.databaseUrl,
    `update trust.document_request set requested_at = requested_at - interval '2 months'`,
  )
  expect(await usage()).toMatchObject({ limit: 3, used: 0, state: 'ok', reached_at: null })
  const answers = await Promise.allSettled(others.map((did) => request(did)))
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(3)
  expect(await usage()).toMatchObject({ used: 3, state: 'reached', reached_at: expect.any(String) })
  const last = others.at(-1) ?? ''
  const refused = others.find((_, n) => answers[n]?.status === 'rejected') ?? last
  expect(await refusal(request(refused))).toMatchObject({ status: 400 })
  const { actionItems } = client(trust, options)
  const items = await actionItems.list({ did: kestrelBay })
  expect(items.items.filter(({ type }) => type === 'SUNRISE_LIMIT_NEAR')).toMatchObject([
    { severity: 'high', title: 'Limit reached: 3 of 3 questionnaires requested this month' },
  ])
  // Documents are no questionnaires.
  expect(await request(refused, 'LICENCE')).toMatchObject({ requestingVASPdid: kestrelBay })
  await subscribe('active')
  expect(await request(refused)).toMatchObject({ requestingVASPdid: kestrelBay })
  expect(await usage()).toMatchObject({ used: 4, limit: null, state: 'ok' })
})

test('[BI-06] a plan covers so many rules, credentials and subsidiaries; what is there goes on', async () => {
  const { fixture, subscription, subscribe } = await limited(10)
  const { database } = fixture.product
  const options = {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(fixture.databaseUrl, 'ana') },
    fetcher: injected(fixture.product.app),
  }
  const { rules } = client(transactions, options)
  const { credential } = client(identity, options)
  // Who admits companies to the group.
  const cookie = await signedIn(fixture.databaseUrl, 'marcus')
  const { group } = client(trust, { ...options, headers: { ...options.headers, cookie } })
  const limits = async () =>
    Object.fromEntries(
      (await subscription.limits({ vaspDID: kestrelBay })).limits.map((one) => [one.key, one]),
    )
  const refused = { status: 400, body: { err: { name: 'PlanLimitReachedError' } } }

  // Rules: what the company had before is kept, and can be changed; a new one is beyond the plan.
  const rule = (name: string) => ({
    name,
    actionRule: 'SEND_TO_INBOX' as const,
    conditions: [{ check: 'CUSTOMER_TAG' as const, operator: 'IN' as const, values: [name] }],
  })
  const set = (count: number, from = 0) =>
    rules.set({
      body: {
        vaspDID: kestrelBay,
        ruleSet: {
          incoming: Array.from({ length: count }, (_, n) => rule(`Rule ${n + from}`)),
          outgoing: [],
        },
      },
    })
  await subscribe('active')
  await set(7)
  expect((await rules.get({ query: { vaspDID: kestrelBay } })).planLimit).toBeNull()
  await subscribe('unpaid')
  expect(await limits()).toMatchObject({ rules: { used: 7, limit: 5, state: 'reached' } })
  expect(await refusal(set(8))).toMatchObject(refused)
  await set(7, 1)
  await set(5)
  expect(await refusal(set(6))).toMatchObject(refused)
  expect(await rules.get({ query: { vaspDID: kestrelBay } })).toMatchObject({ planLimit: 5 })
  // An earlier version with more rules is as many rules as saving them.
  expect(await refusal(rules.restore({ body: { vaspDID: kestrelBay, version: 1 } }))).toMatchObject(
    refused,
  )

  // Credentials.
  const { credentials, planLimit } = await credential.list({ vaspDid: kestrelBay })
  expect(planLimit).toBe(1)
  const create = () => credential.create({ vaspDid: kestrelBay, body: {} })
  if (credentials.length === 0) await create()
  expect(await refusal(create())).toMatchObject(refused)
  await subscribe('active')
  const { clientId } = await create()
  await subscribe('unpaid')
  // What was made while it was covered keeps working: it can be renewed and deleted.
  await credential.rotate({ vaspDid: kestrelBay, query: { clientid: clientId } })
  expect((await limits()).api_credentials).toMatchObject({ limit: 1, state: 'reached' })

  // Subsidiaries: those of the group stay, the group asks for no more, and the network still decides.
  const { rows } = await database.withTenant(kestrelBay, (tx) =>
    sql<{ did: string }>`select vasp_did as did from trust.vasp where listing = 'listed'
      and subsidiary_of is null and vasp_did <> ${kestrelBay}
      and not exists (select from trust.vasp s where s.subsidiary_of = vasp.vasp_did)
      order by 1 limit 1`.execute(tx),
  )
  const body = { group_vasp: kestrelBay, subsidiaries: [rows[0]?.did ?? ''] }
  const ask = () => group.nest({ query: { action: 'add' }, body })
  expect(await refusal(ask())).toMatchObject(refused)
  expect(await group.get({ did: kestrelBay })).toMatchObject({ planLimit: 0 })
  await subscribe('active')
  expect(await ask()).toMatchObject({ results: [{ result: 'waits_for_subsidiary' }] })
  // A company that agrees once the group's plan covers no more learns nothing of that plan.
  const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
  const nest = {
    query: { action: 'add' as const },
    body: { ...body, subsidiaries: [norrland] },
  }
  await group.nest(nest)
  await subscribe('unpaid')
  const olle = { ...options.headers, cookie: await signedIn(fixture.databaseUrl, 'olle') }
  const agreed = await refusal(client(trust, { ...options, headers: olle }).group.nest(nest))
  expect(agreed).toMatchObject({ status: 409 })
  expect(JSON.stringify(agreed)).not.toMatch(/plan/i)
  await subscribe('active')
  expect((await limits()).sub_entities).toMatchObject({ limit: null })
})

test('[BI-06] a plan covers so many webhook endpoints; the webhook service learns of it when it is opened', async () => {
  const { fixture, subscription, subscribe } = await limited(10, { together: true })
  const { databaseUrl, product, service } = fixture
  const { webhookApp } = client(trust, {
    base: '/api',
    headers: { 'X-User-Agent': 'test', cookie: await signedIn(databaseUrl, 'wei') },
    fetcher: injected(product.app),
  })
  const open = async () => {
    const opened = await webhookApp.open({ did: kestrelBay })
    const { endpoint } = client(webhooks, {
      base: `${service.url}/api/v1`,
      headers: { authorization: `Bearer ${opened.token}` },
      fetcher: fetch,
    })
    const app_id = opened.appId
    return {
      ...opened,
      add: () => endpoint.create({ app_id, body: { url: 'http://127.0.0.1:9099/' } }),
      count: async () => (await endpoint.list({ app_id, query: {} })).data.length,
    }
  }
  const limit = async () =>
    (await subscription.limits({ vaspDID: kestrelBay })).limits.find(
      ({ key }) => key === 'webhook_endpoints',
    )
  const free = await open()
  expect(free.planLimit).toBe(2)
  // Who manages the endpoints can't lift their limit.
  const lift = await fetch(`${service.url}/api/v1/internal/endpoint-limit/${free.appId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${free.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoints: null }),
  })
  expect(lift.status).toBe(403)
  const made = await Promise.allSettled([1, 2, 3].map(() => free.add()))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await refusal(free.add())).toMatchObject({ body: { code: 'quota_exceeded' } })
  expect(await limit()).toMatchObject({ used: 2, limit: 2, state: 'reached' })
  await subscribe('active')
  const paid = await open()
  await paid.add()
  expect(await limit()).toMatchObject({ used: 3, limit: null })
  // Back on the free plan nothing goes away, and nothing is added.
  await subscribe('unpaid')
  expect(await refusal((await open()).add())).toMatchObject({ status: 429 })
  expect(await free.count()).toBe(3)
  await fixture.webhooks.app.close()
  expect(await limit()).toBeUndefined()
})
