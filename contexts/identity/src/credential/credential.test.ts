import {
  type Credentials,
  identity as contract,
  maxCredentials,
} from '@countersign/contracts/identity'
import { client, type Fetcher } from '@countersign/kit/client'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acme,
  type Browser,
  type Desk,
  globex,
  origin,
  rolesClaim,
  signIn,
  startDesk,
} from '../desk.fixture.ts'

const day = 24 * 3_600_000
let desk: Desk
let developer: Browser
let viewer: Browser
let subsidiary: Browser

beforeAll(async () => {
  // The clock goes past the old secret's end; the people stay signed in.
  desk = await startDesk({ limits: { idleMs: 90 * day, absoluteMs: 90 * day } })
  const as = async (sub: string, vaspDID: string, role: string) => {
    const claims = { sub, email: `${sub}@acme.example`, [rolesClaim]: [{ vaspDID, role }] }
    desk.provider.manners.claims = claims
    const browser = desk.newBrowser()
    await signIn(desk, browser)
    return browser
  }
  // Mail about clients goes to the admins, so there is one.
  await as('admin', acme, 'admin')
  developer = await as('developer', acme, 'developer')
  viewer = await as('viewer', acme, 'viewer')
  subsidiary = await as('subsidiary', globex, 'developer')
})
afterAll(() => desk.stop())
/** Each test begins with companies that have no clients. */
beforeEach(async () => {
  await endAll(subsidiary, globex)
  await endAll(developer, acme)
})

const through = (browser: Browser) => {
  const fetcher: Fetcher = (url, init) => browser.fetch(url, init)
  return client(contract, {
    ...{ base: `${origin}/api`, fetcher },
    headers: { 'x-user-agent': 'test' },
  })
}
const credentials = (browser: Browser) => through(browser).credential
const create = (browser: Browser, vaspDid: string, limited = false) =>
  credentials(browser).create({ vaspDid, body: { limited } })
const secretOf = ({ clientSecret }: { clientSecret: string | null }) => clientSecret ?? ''
const exchange = (client_id: string, client_secret: string) =>
  through(desk.newBrowser()).oauth.token({
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
const call = (token: string, path = '/things/x') =>
  desk.newBrowser().fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
const tokenOf = async (made: { clientId: string; clientSecret: string | null }) => {
  const answer = await exchange(made.clientId, secretOf(made))
  if (!('access_token' in answer)) throw new Error(answer.error)
  return answer.access_token
}
const endAll = async (browser: Browser, vaspDid: string) => {
  const { clientIds, delegatedToClientId } = await credentials(browser).list({ vaspDid })
  for (const clientid of [...clientIds, ...(delegatedToClientId ? [delegatedToClientId] : [])])
    await credentials(browser).delete({ vaspDid, query: { clientid } })
}
const actions = async (vaspDid: string) => {
  const rows = await desk.rows(
    `select action, object from audit.entry where vasp_did = '${vaspDid}' order by number`,
  )
  return rows.map(({ action, object }) => [action, object])
}

describe('create', () => {
  test('[ID-05] 200 shows the secret once, keeps its hash, writes the chain and mails the admins', async () => {
    const made = await create(developer, acme)
    expect(made).toMatchObject({ clientIds: [made.clientId], delegatedToClientId: null })
    expect(made.clientSecret).toMatch(/^[\w-]{43}$/)
    const listed = await credentials(viewer).list({ vaspDid: acme })
    expect(listed.credentials).toEqual([
      {
        ...{
          clientId: made.clientId,
          name: 'Credential 1',
          limited: false,
          rotatedAt: null,
          oldSecretEndsAt: null,
        },
        ...{ createdAt: new Date(desk.clock()).toISOString(), lastUsedAt: null, actsFor: [] },
      },
    ])
    const stored = JSON.stringify(await desk.rows('select * from identity.credential'))
    expect(JSON.stringify(listed) + stored).not.toContain(made.clientSecret)
    expect(await actions(acme)).toContainEqual(['credential.create', made.clientId])
    const all = await desk.rows('select recipient, subject, body from mail.outbox order by id')
    const mails = all.filter((mail) => JSON.stringify(mail).includes(made.clientId))
    expect(mails.map(({ recipient }) => recipient)).toEqual(['admin@acme.example'])
    expect(JSON.stringify(mails)).not.toContain(made.clientSecret)
  })

  test('[ID-05] 403 without the permission, and in another company', async () => {
    for (const [browser, did] of [
      [viewer, acme],
      [developer, globex],
    ] as const)
      expect(await refusal(create(browser, did))).toMatchObject({ status: 403 })
    expect(await refusal(credentials(subsidiary).list({ vaspDid: acme }))).toMatchObject({
      status: 403,
    })
  })

  test('[ID-05] 422 for what is not of the form', async () => {
    const body = { limited: 'yes' } as unknown as { limited: boolean }
    const answer = await refusal(credentials(developer).create({ vaspDid: acme, body }))
    expect(answer.status).toBe(422)
  })

  test('[ID-05] 409 beyond the limit, also when many are made at once', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: maxCredentials + 5 }, () => create(developer, acme)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxCredentials)
    expect(await refusal(create(developer, acme))).toMatchObject({ status: 409 })
  })
})

describe('names', () => {
  test('[ID-05] a name is given, changed, kept apart from others, and written to the chain', async () => {
    const on = credentials(developer)
    const named = (name: string) => on.create({ vaspDid: acme, body: { name } })
    const made = await named('  Payment gateway ')
    const other = await create(developer, acme)
    expect(other.credentials.map(({ name }) => name)).toEqual(['Payment gateway', 'Credential 2'])
    const rename = (clientid: string, name: string, as = on) =>
      as.rename({ vaspDid: acme, query: { clientid }, body: { name } })
    expect(await refusal(named('payment GATEWAY'))).toMatchObject({ status: 409 })
    expect(await refusal(rename(other.clientId, 'Payment gateway'))).toMatchObject({ status: 409 })
    expect(await refusal(rename(other.clientId, ' '))).toMatchObject({ status: 422 })
    expect(await refusal(rename('client_none', 'X'))).toMatchObject({ status: 404 })
    expect(await refusal(rename(other.clientId, 'X', credentials(viewer)))).toMatchObject({
      status: 403,
    })
    const after = await rename(made.clientId, 'Payouts')
    expect(after.credentials.map(({ name }) => name)).toEqual(['Payouts', 'Credential 2'])
    expect((await actions(acme)).at(-1)).toEqual(['credential.rename', made.clientId])
  })
})

describe('rotate and delete', () => {
  test('[ID-05] without clientid the only client is meant; with several, 422, never all', async () => {
    await endAll(developer, acme)
    const first = await create(developer, acme)
    const alone = await credentials(developer).rotate({ vaspDid: acme, query: {} })
    expect(alone.clientId).toBe(first.clientId)
    expect(alone.clientSecret).not.toBe(first.clientSecret)
    expect((await credentials(developer).delete({ vaspDid: acme, query: {} })).clientIds).toEqual(
      [],
    )
    for (const verb of ['rotate', 'delete'] as const)
      expect(
        await refusal(credentials(developer)[verb]({ vaspDid: acme, query: {} })),
      ).toMatchObject({ status: 404 })
    const made = await create(developer, acme)
    const other = await create(developer, acme)
    for (const method of ['PUT', 'DELETE'])
      for (const query of ['', '?clientid=', '?clientid=a&clientid=b']) {
        const answer = await developer.fetch(
          `${origin}/api/auth/credentials/${encodeURIComponent(acme)}${query}`,
          { method, headers: { 'x-user-agent': 'test' } },
        )
        expect(answer.status).toBe(422)
      }
    const { clientIds } = await credentials(developer).list({ vaspDid: acme })
    expect(clientIds.toSorted()).toEqual([made.clientId, other.clientId].toSorted())
    await endAll(developer, acme)
  })

  test('[ID-05] 404 for what is not there and for another company’s', async () => {
    const theirs = await create(subsidiary, globex)
    for (const clientid of ['client_none', '*', '%', theirs.clientId])
      for (const verb of ['rotate', 'delete'] as const) {
        const work = credentials(developer)[verb]({ vaspDid: acme, query: { clientid } })
        expect(await refusal(work)).toMatchObject({ status: 404 })
      }
    expect(await tokenOf(theirs)).toBeTruthy()
  })

  test('[ID-05] [ID-06] the old secret is good for a day after a rotation, tokens end at once', async () => {
    const made = await create(developer, acme)
    const before = await tokenOf(made)
    expect((await call(before, '/things')).status).toBe(200)
    const query = { clientid: made.clientId }
    const rotated = await credentials(developer).rotate({ vaspDid: acme, query })
    expect(rotated.clientSecret).not.toBe(made.clientSecret)
    const mails = await desk.rows(
      `select recipient, body from mail.outbox where subject like '%rotated' order by id`,
    )
    expect(mails.at(-1)).toMatchObject({
      recipient: 'admin@acme.example',
      body: expect.stringContaining('works for one more day'),
    })
    expect(JSON.stringify(mails)).not.toContain(rotated.clientSecret)
    expect((await call(before, '/things')).status).toBe(401)
    expect(await tokenOf(made)).toBeTruthy()
    expect(await tokenOf(rotated)).toBeTruthy()
    desk.clock.advance(24 * 3_600_000)
    expect(await refusal(exchange(made.clientId, secretOf(made)))).toMatchObject({ status: 401 })
    expect(await tokenOf(rotated)).toBeTruthy()
  })

  test('[ID-05] a secret that leaked ends with the rotation; two rotations end it as well', async () => {
    const made = await create(developer, acme)
    const query = { clientid: made.clientId }
    const second = await credentials(developer).rotate({
      ...{ vaspDid: acme, query: { ...query, endOld: 'true' } },
    })
    expect(await refusal(exchange(made.clientId, secretOf(made)))).toMatchObject({ status: 401 })
    await credentials(developer).rotate({ vaspDid: acme, query })
    await credentials(developer).rotate({ vaspDid: acme, query })
    expect(await refusal(exchange(made.clientId, secretOf(second)))).toMatchObject({ status: 401 })
  })

  test('[ID-05] [ID-06] 200 deletes: no token of it is good any more, nor its secret', async () => {
    const made = await create(developer, acme)
    const token = await tokenOf(made)
    const query = { clientid: made.clientId }
    const left = await credentials(developer).delete({ vaspDid: acme, query })
    expect(left.clientIds).not.toContain(made.clientId)
    expect((await call(token, '/things')).status).toBe(401)
    expect(await refusal(exchange(made.clientId, secretOf(made)))).toMatchObject({ status: 401 })
    expect(await refusal(credentials(developer).delete({ vaspDid: acme, query }))).toMatchObject({
      status: 404,
    })
    expect((await actions(acme)).at(-1)).toEqual(['credential.delete', made.clientId])
  })

  test('[ID-05] of many rotations at once one secret remains, and the one before it', async () => {
    const made = await create(developer, acme)
    const query = { clientid: made.clientId }
    const all = await Promise.all(
      Array.from({ length: 8 }, () => credentials(developer).rotate({ vaspDid: acme, query })),
    )
    const good = await Promise.all(
      all.map((one) =>
        exchange(one.clientId, secretOf(one)).then(
          () => 1,
          () => 0,
        ),
      ),
    )
    expect(good.reduce<number>((sum, one) => sum + one, 0)).toBe(2)
  })
})

describe('delegation', () => {
  test('[ID-05] 409 without a group, and while the gateway has no client', async () => {
    const delegate = (browser: Browser, vaspDid: string) =>
      credentials(browser).create({ vaspDid, body: { delegateToGateway: true } })
    for (const [browser, did] of [
      [developer, acme],
      [subsidiary, globex],
    ] as const)
      expect(await refusal(delegate(browser, did))).toMatchObject({ status: 409 })
  })

  test('[ID-05] [ID-06] the gateway’s client acts for who delegated, until that ends', async () => {
    const gateway = await create(developer, acme)
    const token = await tokenOf(gateway)
    const path = `/things/${encodeURIComponent(globex)}`
    expect((await call(token, path)).status).toBe(403)
    const body = { delegateToGateway: true }
    const answer = await credentials(subsidiary).create({ vaspDid: globex, body })
    expect(answer).toMatchObject({
      ...{ clientIds: [], delegatedToClientId: gateway.clientId, clientSecret: null },
      gateway: { did: acme, name: 'Acme' },
    })
    expect((await call(token, path)).status).toBe(200)
    expect((await call(token, '/things/did:web:nobody.example')).status).toBe(403)
    const twice = credentials(subsidiary).create({ vaspDid: globex, body })
    expect(await refusal(twice)).toMatchObject({ status: 409 })
    const seen: Credentials = await credentials(developer).list({ vaspDid: acme })
    expect(seen.credentials[0]?.actsFor).toEqual([{ did: globex, name: 'Globex', limited: false }])
    // The client is not theirs: they can end its acting for them, and no more.
    const query = { clientid: gateway.clientId }
    const rotating = credentials(subsidiary).rotate({ vaspDid: globex, query })
    expect(await refusal(rotating)).toMatchObject({ status: 404 })
    await credentials(subsidiary).delete({ vaspDid: globex, query })
    expect((await call(token, path)).status).toBe(403)
    expect((await call(token, `/things/${encodeURIComponent(acme)}`)).status).toBe(200)
  })

  test('[ID-06] a delegated client is limited where either company says so', async () => {
    const gateway = await create(developer, acme)
    const body = { delegateToGateway: true, limited: true }
    await credentials(subsidiary).create({ vaspDid: globex, body })
    const token = await tokenOf(gateway)
    const bearer: Fetcher = (url, init) =>
      desk.newBrowser().fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
      })
    const me = await client(contract, { base: `${origin}/api`, fetcher: bearer }).auth.viewer({})
    expect(me.roles.map(({ vaspDID, role }) => [vaspDID, role])).toEqual([
      [acme, 'client'],
      [globex, 'limited_client'],
    ])
  })

  test('[ID-06] a limited client stays limited where it acts for others; a full one is preferred', async () => {
    await endAll(subsidiary, globex)
    await endAll(developer, acme)
    const older = await create(developer, acme, true)
    const body = { delegateToGateway: true }
    const rolesOf = async (token: string) => {
      const bearer: Fetcher = (url, init) =>
        desk.newBrowser().fetch(url, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${token}` },
        })
      const me = await client(contract, { base: `${origin}/api`, fetcher: bearer }).auth.viewer({})
      return me.roles.map(({ vaspDID, role }) => [vaspDID, role])
    }
    await credentials(subsidiary).create({ vaspDid: globex, body })
    expect(await rolesOf(await tokenOf(older))).toEqual([
      [acme, 'limited_client'],
      [globex, 'limited_client'],
    ])
    await endAll(subsidiary, globex)
    const newer = await create(developer, acme)
    const delegated = await credentials(subsidiary).create({ vaspDid: globex, body })
    expect(delegated.delegatedToClientId).toBe(newer.clientId)
    expect(await rolesOf(await tokenOf(newer))).toEqual([
      [acme, 'client'],
      [globex, 'client'],
    ])
    await credentials(developer).delete({
      vaspDid: acme,
      query: { clientid: older.clientId ?? '' },
    })
  })

  test('[ID-05] a gateway’s deletion ends the delegation, in both chains', async () => {
    const gateway = await create(developer, acme)
    const body = { delegateToGateway: true }
    await credentials(subsidiary).create({ vaspDid: globex, body })
    const query = { clientid: gateway.clientId }
    await credentials(developer).delete({ vaspDid: acme, query })
    const after = await credentials(subsidiary).list({ vaspDid: globex })
    expect(after.delegatedToClientId).toBeNull()
    expect((await actions(acme)).at(-1)).toEqual(['credential.delete', query.clientid])
    expect((await actions(globex)).at(-1)).toEqual(['credential.endDelegation', query.clientid])
  })
})
