import { operationsOf } from '@countersign/contracts'
import { webhooks } from '@countersign/contracts/webhooks'
import { id } from '@countersign/kit/ids'
import { drawn } from '@countersign/kit/testing-volume'
import { webhooksDocument } from '@countersign/webhooks'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paramsByList } from '../fuzz/links.fixture.ts'
import { type Target, targetsOf } from '../fuzz/request.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import {
  draftOf,
  type Exchange,
  exchange,
  type Ids,
  leaked,
  leaves,
  marked,
  ownerOf,
  populate,
  readAll,
} from './isolation.fixture.ts'

let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: ReturnType<typeof ownerOf>
beforeAll(async () => {
  fixture = await serverFixture()
  owner = ownerOf(fixture.databaseUrl, 'webhooks', 'org_id')
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

const sign = (claims: Record<string, unknown>, secret = fixture.secrets.webhooksJwtSecret) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(secret))

/** A tenant with one of everything in it, and everything marked. */
type Tenant = {
  readonly org: string
  readonly targets: readonly Target[]
  readonly ids: Ids
  readonly app: string
  /** All texts that its own people can read. */
  readonly shown: readonly string[]
  /** Those of the application. */
  readonly shownInApp: readonly string[]
}

async function tenantIn(org: string, tag: string, key?: string): Promise<Tenant> {
  const targets = targetsOf(webhooksDocument(), marked(tag))
  const headers = {
    authorization: `Bearer ${await sign({ sub: org })}`,
    ...(key && { 'idempotency-key': key }),
  }
  const { app } = fixture.webhooks
  // Else every token of an application is refused before anybody looks whose the integration is.
  const settings = { enforceHttps: false, enableIntegrationManagement: true }
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: '/api/v1/environment/import', payload: { settings } },
    headers: { authorization: headers.authorization },
  })
  expect(statusCode).toBe(204)
  const links = await populate(app, targets, headers)
  await settled(org)
  const inApp = targets.filter(({ params }) => params.includes('app_id'))
  const outside = targets.filter(({ params }) => !params.includes('app_id'))
  const shownInApp = await readAll(app, inApp, headers, links)
  const shown = [...shownInApp, ...(await readAll(app, outside, headers, links))]
  const ids: Ids = (param) =>
    links.of(param).find((one) => one.startsWith(tag) || /^[a-z]+_\w{27}$/.test(one)) ?? 'none'
  return { org, targets, ids, app: ids('app_id'), shown, shownInApp }
}

/** Resolves once nothing of an organisation is about to be delivered. */
async function settled(org: string) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const { rows } = await owner.pool.query(
      `select 1 from webhooks.delivery where org_id = $1 and claimable_at < now() + interval '2 minutes'`,
      [org],
    )
    if (rows.length === 0) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error('Deliveries did not settle')
}

/** Somebody else's rows, as they must stay, and their texts, as nobody may learn them. */
async function victimOf(
  shown: readonly string[],
  where: Record<string, string>,
  known: ReadonlySet<string>,
) {
  const needles = [...new Set([...(await owner.texts(where)), ...shown])].filter(
    (text) => text.length >= 8 && !known.has(text) && !/^\d{4}-\d\d-\d\dT|^\d+$/.test(text),
  )
  const before = JSON.stringify(await owner.rowsOf(where))
  return {
    needles,
    unchanged: async () => expect(JSON.stringify(await owner.rowsOf(where))).toBe(before),
  }
}

const isOpen = new Set(
  operationsOf(webhooks).flatMap(({ name, operation }) =>
    operation.access === 'anyone' ? name : [],
  ),
)

/** What would end the test's own tenant. */
const isEnding = (target: Target) =>
  target.method === 'DELETE' || /^authentication\./.test(target.id)

/** An id of the same form that names nothing. */
const absentLike = (one: string) => {
  const [, prefix, rest = ''] = /^([a-z]+_)?(.*)$/.exec(one) ?? []
  return `${prefix ?? ''}${rest.slice(0, 4)}${'7'.repeat(Math.max(rest.length - 4, 4))}`
}

/** Each way to put somebody else's ids in the place of one's own: by name of the way. */
function waysOf(target: Target, mine: Ids, theirs: Ids): [string, Ids, Ids][] {
  const all: [string, Ids, Ids] = ['all of theirs', theirs, (param) => absentLike(theirs(param))]
  // Whoever reads a poller names themselves: that name is nobody's.
  const named = target.params.filter((param) => param !== 'consumer_id')
  const mixed = named.map((at): [string, Ids, Ids] => [
    `their ${at}`,
    (param) => (param === at ? theirs(param) : mine(param)),
    (param) => (param === at ? absentLike(theirs(param)) : mine(param)),
  ])
  return target.params.length > 1 ? [all, ...mixed] : mixed
}

const plain = (text: string, ids: readonly string[]) =>
  ids
    .reduce((kept, one) => kept.replaceAll(one, 'ID'), text)
    .replaceAll(/tag[abc][0-9a-z]{4}/g, 'MARK')

/** Somebody who wants what is not theirs. */
type Attacker = {
  readonly headers: Readonly<Record<string, string>>
  readonly me: Tenant
  readonly victim: Tenant
  readonly needles: readonly string[]
}
type Cells = { count: number; allowed: number; missing: number; wrong: string[] }

const cellsOf = () => {
  const cells: Cells = { count: 0, allowed: 0, missing: 0, wrong: [] }
  const note = (what: string, { request, status, body }: Exchange) => {
    cells.wrong.push(`${what}: ${request.slice(0, 300)} → ${status} ${body.slice(0, 300)}`)
  }
  const check = (what: string, done: Exchange, needles: readonly string[]) => {
    cells.count++
    if (done.status < 300) cells.allowed++
    if (done.status === 404) cells.missing++
    const found = leaked(done, needles)
    if (found.length > 0) note(`${what} leaks ${found.slice(0, 3).join(', ')}`, done)
    if (done.status >= 500) note(what, done)
  }
  return { cells, note, check }
}

/** Asks for one operation with one's own ids, theirs, and none's, in path and query. */
async function ask(
  target: Target,
  attacker: Attacker,
  { note, check }: ReturnType<typeof cellsOf>,
) {
  const { headers, me, victim, needles } = attacker
  const { app } = fixture.webhooks
  const fresh = () => ({ target, headers, draft: draftOf(target, 3) })
  if (!isEnding(target)) check('own', await exchange(app, { ...fresh(), ids: me.ids }), needles)
  for (const [way, theirs, absent] of waysOf(target, me.ids, victim.ids)) {
    const denied = await exchange(app, { ...fresh(), ids: theirs })
    const missing = await exchange(app, { ...fresh(), ids: absent })
    check(way, denied, needles)
    const ids = target.params.flatMap((param) => [theirs(param), absent(param)])
    const same =
      denied.status === missing.status &&
      (denied.status < 300 || plain(denied.text, ids) === plain(missing.text, ids))
    if (!same) note(`${way} differs from absent (${missing.status} ${missing.body})`, denied)
    const creates = target.method === 'PUT' || target.method === 'POST'
    if (denied.status < 300 && !creates) note(`${way} succeeds`, denied)
  }
  const param = paramsByList(me.targets).get(target.path)
  const queries = [
    ...(param ? [`iterator=${victim.ids(param)}`, `iterator=-${victim.ids(param)}`] : []),
    ...['endpoint_id', 'app_id', 'msg_id'].map((name) => `${name}=${victim.ids(name)}`),
  ]
  if (target.method === 'GET')
    for (const query of queries)
      check(query, await exchange(app, { ...fresh(), ids: me.ids, query }), needles)
  if (target.method !== 'POST' || isEnding(target)) return
  const sameKey = { ...headers, 'idempotency-key': 'same' }
  check('their key', await exchange(app, { ...fresh(), ids: me.ids, headers: sameKey }), needles)
}

/** Sends their ids in the place of every text of a body; `salt` draws which of them. */
async function tell(
  target: Target,
  attacker: Attacker,
  { check }: ReturnType<typeof cellsOf>,
  salt: number,
) {
  const { headers, me, victim, needles } = attacker
  const names = [...new Set(paramsByList(me.targets).values())]
  const told = names.map(victim.ids)
  // From here on these are in the attacker's own things too.
  const untold = needles.filter((needle) => !told.some((one) => needle.includes(one)))
  for (const name of drawn(names, 1, salt)) {
    const { payload, ...draft } = draftOf(target, 3)
    if (typeof payload !== 'string' || isEnding(target)) return
    const call = {
      ...{ target, headers, ids: me.ids, draft: { ...draft, payload } },
      payload: withIds(payload, victim.ids(name)),
    }
    check(`their ${name} in the body`, await exchange(fixture.webhooks.app, call), untold)
  }
}

/** A body in which every text is this id. */
const withIds = (payload: string, one: string) =>
  JSON.stringify(JSON.parse(payload), (_, value: unknown) =>
    typeof value === 'string' ? one : value,
  )

describe('[WH-16] what belongs to others', () => {
  test('is absent, unreadable and unchangeable, whoever asks and however', async () => {
    const [a, b] = [id('org', Date.now()), id('org', Date.now())]
    const theirs = await tenantIn(b, 'tagb', 'same')
    const mine = await tenantIn(a, 'taga')
    const beside = await tenantIn(a, 'tagc')
    const bearer = async (token: string | Promise<string>) => ({
      authorization: `Bearer ${await token}`,
    })
    const application = await bearer(sign({ sub: mine.app, org: a }))
    const key = await exchange(fixture.webhooks.app, {
      target:
        mine.targets.find(({ id: name }) => name === 'integration.getKey') ?? mine.targets[0]!,
      ids: mine.ids,
      draft: draftOf(mine.targets[0]!, 1),
      headers: application,
    })
    const integration = await bearer(
      leaves(JSON.parse(key.body)).find((text) => text.includes('sk_')) ?? '',
    )
    expect(integration.authorization).toMatch(/ integsk_/)
    const ofA = new Set([...(await owner.texts({ org_id: a })), ...mine.shown, ...beside.shown])
    const ofMine = new Set([...(await owner.texts({ app_id: mine.app })), ...mine.shown])
    const other = await victimOf(theirs.shown, { org_id: b }, ofA)
    const neighbour = await victimOf(beside.shownInApp, { app_id: beside.app }, ofMine)
    expect(other.needles.length).toBeGreaterThan(40)
    expect(neighbour.needles.length).toBeGreaterThan(20)

    // The tester is tested: to those whose it is, all of it is shown.
    const control = cellsOf()
    const insider = { ...(await bearer(sign({ sub: b }))) }
    // Reading a poller numbers its messages: the only GET that leaves a trace.
    const reading = theirs.targets.filter(
      ({ id: name, method }) => method === 'GET' && !name.startsWith('messagePoller.'),
    )
    for (const target of reading)
      await ask(
        target,
        { headers: insider, me: mine, victim: theirs, needles: other.needles },
        control,
      )
    const seen = (what: RegExp) => control.cells.wrong.filter((line) => what.test(line)).length
    expect(seen(/leaks/)).toBeGreaterThan(15)
    expect(seen(/differs from absent/)).toBeGreaterThan(10)

    const all = cellsOf()
    const { cells } = all
    const attack = async (attackers: readonly Attacker[], targets: readonly Target[]) => {
      // Who creates something by a name that others have too can read it from then on.
      for (const method of ['GET', 'DELETE', 'PATCH', 'POST', 'PUT'])
        for (const [n, target] of targets.entries())
          for (const attacker of target.method === method ? drawn(attackers, 1, n) : [])
            await ask(target, attacker, all)
      for (const [n, target] of targets.entries())
        for (const attacker of drawn(attackers, 1, n)) await tell(target, attacker, all, n)
    }
    // What belongs to the organisation belongs to its applications in common.
    await attack(
      [application, integration].map((headers) => ({
        ...{ headers, me: mine, victim: beside, needles: neighbour.needles },
      })),
      mine.targets.filter(({ params }) => params.includes('app_id')),
    )
    await neighbour.unchanged()
    await attack(
      [await bearer(sign({ sub: a })), application, integration].map((headers) => ({
        ...{ headers, me: mine, victim: theirs, needles: other.needles },
      })),
      mine.targets,
    )
    const past = { exp: Math.floor(Date.now() / 1000) - 60 }
    const tokens = ['', sign({ sub: b }, 'not the secret'), sign({ sub: b, ...past })]
    for (const [n, target] of theirs.targets.entries()) {
      if (isOpen.has(target.id)) continue
      for (const token of drawn(tokens, 1, n)) {
        const headers = await bearer(token)
        const done = await exchange(fixture.webhooks.app, {
          ...{ target, headers, ids: theirs.ids, draft: draftOf(target, 3) },
        })
        all.check('without a token of theirs', done, other.needles)
        if (done.status !== 401) all.note('not refused', done)
      }
    }
    console.log(
      `isolation of webhooks: ${cells.count} cells (${cells.allowed} with own things, ${cells.missing} answered 404), ${other.needles.length} + ${neighbour.needles.length} texts looked for`,
    )
    expect(cells.wrong).toEqual([])
    // Where everything is refused for another reason, nothing is shown.
    expect(Math.min(cells.allowed, cells.missing)).toBeGreaterThan(cells.count / 8)
    await other.unchanged()
  }, 300_000)
})
