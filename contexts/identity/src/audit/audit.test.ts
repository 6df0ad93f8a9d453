import { identity as contract } from '@countersign/contracts/identity'
import { audit, system } from '@countersign/kit/audit'
import { client, type Fetcher } from '@countersign/kit/client'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  acme,
  type Browser,
  type Desk,
  globex,
  origin,
  rolesClaim,
  signIn,
  startDesk,
  viewerOf,
} from '../desk.fixture.ts'

let desk: Desk
let admin: Browser
let officer: Browser
let internal: Browser

const as = async (sub: string, roles: unknown) => {
  const email = `${sub}@acme.example`
  desk.provider.manners.claims = { sub, email, name: `Name of ${sub}`, [rolesClaim]: roles }
  const browser = desk.newBrowser()
  await signIn(desk, browser)
  return browser
}
beforeAll(async () => {
  desk = await startDesk()
  admin = await as('admin', [{ vaspDID: acme, role: 'admin' }])
  officer = await as('officer', [
    { vaspDID: globex, role: 'compliance_officer' },
    { vaspDID: acme, role: 'compliance_officer' },
  ])
  internal = await as('internal', [{ role: 'Countersign Admin' }])
})
afterAll(() => desk.stop())

const log = (browser: Browser) => {
  const fetcher: Fetcher = (url, init) => browser.fetch(url, init)
  return client(contract, { base: `${origin}/api`, fetcher }).auditLog
}
type Query = Parameters<ReturnType<typeof log>['list']>[0]['query']
const list = (query: Query = {}, did = acme, browser = admin) => log(browser).list({ did, query })
const act = (action: string, more: { object?: string; detail?: Record<string, unknown> } = {}) =>
  desk.database.withTenant(acme, (tx) =>
    audit(tx, system, new Date(desk.clock()), { company: acme, action, ...more }),
  )
const actionsOf = async (did: string, browser: Browser) =>
  (await list({}, did, browser)).entries.map(({ action }) => action)

describe('list', () => {
  test('[ID-08] 200 shows who did what and when, with the names of the company’s people', async () => {
    await act('thing.make', { object: 'thing_1', detail: { before: 1, after: 2 } })
    const { entries, names } = await list()
    expect(entries[0]).toMatchObject({
      ...{ actor: 'system', action: 'thing.make', object: 'thing_1' },
      ...{ detail: { before: 1, after: 2 }, at: new Date(desk.clock()).toISOString() },
    })
    const me = (await viewerOf(desk, admin)).did
    expect(entries.find(({ actor }) => actor === me)).toMatchObject({ action: 'auth.signIn' })
    expect(names[me]).toBe('Name of admin')
    expect(Object.values(names)).toContain('Name of officer')
  })

  test('[ID-08] compliance roles read the chain of their own company', async () => {
    const agent = await as('agent', [{ vaspDID: acme, role: 'compliance_agent' }])
    for (const browser of [officer, agent]) {
      expect((await list({}, acme, browser)).entries.length).toBeGreaterThan(0)
      expect(await log(browser).verify({ did: acme })).toMatchObject({ firstBad: null })
    }
  })

  test('[ID-08] 403 for other roles, for another company, and for the network’s chain', async () => {
    const roles = ['developer', 'viewer', 'billing_customer_admin']
    const others = await as(
      'others',
      roles.map((role) => ({ vaspDID: acme, role })),
    )
    for (const [browser, did] of [
      [others, acme],
      [admin, globex],
      [admin, 'network'],
    ] as const)
      for (const work of [() => list({}, did, browser), () => log(browser).verify({ did })])
        expect([403, 404]).toContain((await refusal(work())).status)
    const nobody = desk.newBrowser()
    expect(await refusal(list({}, acme, nobody))).toMatchObject({ status: 401 })
  })

  test('[ID-08] 422 for a cursor that is none and for times that are none', async () => {
    for (const query of [{ cursor: 'x' }, { cursor: 'older_-1' }, { from: 'yesterday' }])
      expect(await refusal(list(query))).toMatchObject({ status: 422 })
  })

  test('[ID-08] filters by actor, action, its group, object and time', async () => {
    desk.clock.advance(60_000)
    const from = new Date(desk.clock()).toISOString()
    await act('filter.one', { object: 'o1' })
    desk.clock.advance(1000)
    const to = new Date(desk.clock()).toISOString()
    await act('filter.two', { object: 'o2' })
    await act('filterless')
    const actions = async (query: Query) =>
      (await list(query)).entries.map(({ action }) => action).toReversed()
    expect(await actions({ action: 'filter' })).toEqual(['filter.one', 'filter.two'])
    expect(await actions({ action: 'filter.two' })).toEqual(['filter.two'])
    expect(await actions({ object: 'o1' })).toEqual(['filter.one'])
    expect(await actions({ from, to })).toEqual(['filter.one'])
    expect(await actions({ actor: 'system', from })).toEqual([
      ...['filter.one', 'filter.two', 'filterless'],
    ])
    expect(await actions({ actor: 'did:x:nobody' })).toEqual([])
  })

  test('[ID-08] pages go to the end and back, and hold while rows are added', async () => {
    for (let n = 0; n < 7; n++) await act('page.row', { object: `row_${n}` })
    const query = { action: 'page', per_page: 3 }
    const seen: (string | null)[] = []
    const pages = [await list(query)]
    for (;;) {
      const page = pages.at(-1)
      if (!page) throw new Error('No page')
      seen.push(...page.entries.map(({ object }) => object))
      await act('page.row', { object: 'late' })
      if (page.pagination.next === null) break
      pages.push(await list({ ...query, cursor: page.pagination.next }))
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, n) => `row_${6 - n}`))
    expect(pages[0]?.pagination.previous).toBeNull()
    const back = await list({ ...query, cursor: pages[2]?.pagination.previous ?? '' })
    expect(back.entries).toEqual(pages[1]?.entries)
  })

  test('[ID-08] the network’s chain is the internal admin’s, and their look leaves a row', async () => {
    expect(await actionsOf('network', internal)).toContain('auth.signIn')
    const { did } = await viewerOf(desk, internal)
    const reads = async () => (await list({ action: 'operator.read', actor: did })).entries
    const before = (await reads()).length
    await log(internal).verify({ did: acme })
    await log(internal).verify({ did: acme })
    const after = await reads()
    // Screens ask again and again: one row an hour.
    expect(after).toHaveLength(before + 1)
    expect(after[0]).toMatchObject({ detail: { path: '/v1/vasps/{did}/audit/verification' } })
  })

  test('[ID-08] the operator learns no verdict and no counterparty from a company’s log', async () => {
    for (const action of [
      'review.give',
      'document.share',
      'documentRequest.ask',
      'questionnaire.read',
    ])
      await act(action, { object: globex, detail: { value: 'REJECTED', owner: globex } })
    await act('settings.update', { object: 'setting' })
    const seen = await list({ per_page: 200 }, acme, internal)
    expect(JSON.stringify(seen)).not.toMatch(/REJECTED|globex|review\.|document/i)
    expect(seen.entries.map(({ action }) => action)).toContain('settings.update')
    for (const query of [{ object: globex }, { action: 'review' }, { action: 'review.give' }])
      expect((await list(query, acme, internal)).entries).toEqual([])
    expect((await list({ object: globex })).entries).toHaveLength(4)
  })
})

describe('verify', () => {
  test('[ID-08] 200 names the first bad row of this chain alone', async () => {
    const good = await log(admin).verify({ did: acme })
    expect(good).toMatchObject({ firstBad: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const row = `vasp_did = '${acme}' and number = 2`
    const [kept] = await desk.rows(`select actor from audit.entry where ${row}`)
    await desk.sql(`update audit.entry set actor = 'did:x:y' where ${row}`)
    expect(await log(admin).verify({ did: acme })).toMatchObject({
      firstBad: { number: 2, problem: 'altered' },
    })
    expect(await log(internal).verify({ did: 'network' })).toMatchObject({ firstBad: null })
    await desk.sql(`update audit.entry set actor = '${kept?.actor}' where ${row}`)
    expect(await log(admin).verify({ did: acme })).toMatchObject({ firstBad: null })
  })
})

describe('signing in and out', () => {
  test('[ID-08] [ID-01] rows in each company of the person, and none of what they are called', async () => {
    const leaving = await as('officer', undefined)
    const before = await desk.rows(`select count(*) from audit.entry where action = 'auth.signIn'`)
    await leaving.visit(`${origin}/api/auth/logout`)
    expect((await viewerOf(desk, leaving)).did).toBe('noUser')
    for (const did of [acme, globex])
      expect((await actionsOf(did, internal)).slice(0, 3)).toContain('auth.signOut')
    expect(before).toBeTruthy()
    const text = JSON.stringify(await desk.rows('select * from audit.entry'))
    expect(text).not.toContain('Name of officer')
    expect(text).not.toContain('@acme')
  })

  test('[ID-08] [ID-01] a failed sign-in is in the network’s chain, without who it was', async () => {
    desk.provider.manners.claims = { sub: 'x', email: 'canary@acme.example', email_verified: false }
    await signIn(desk, desk.newBrowser())
    const action = 'auth.signInFailed'
    const [row] = (await list({ action }, 'network', internal)).entries
    expect(row).toMatchObject({
      ...{ action, actor: 'system', detail: { error: 'unverified' } },
    })
    expect(JSON.stringify(await desk.rows('select * from audit.entry'))).not.toContain('canary')
  })
})
