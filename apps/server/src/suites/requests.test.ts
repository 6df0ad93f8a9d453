import { trust } from '@countersign/contracts/trust'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aster, briar, cedar, dill, type PeopleFixture, peopleFixture } from './people.fixture.ts'

let house: PeopleFixture
beforeAll(async () => {
  house = await peopleFixture()
})
afterAll(() => house.close())

const status = async (work: Promise<unknown>) => (await refusal(work)).status
const join = async (who: string, vaspDID = aster) =>
  (await house.as(who)).auth.requestToJoin({ body: { vaspDID, role: 'viewer', note: 'Hello' } })
const claim = async (who: string, vaspDID = briar) =>
  (await house.as(who)).auth.claimCompany({ body: { vaspDID } })
/** Somebody whom no other test knows, at this domain. @returns their subject */
let people = 0
async function somebody(domain: string): Promise<string> {
  const subject = `somebody-${++people}`
  const email = `${subject}@${domain}.example`
  await house.product.identity.ensureUsers([{ subject, email, name: subject, roles: [] }])
  return subject
}
const company = async (did: string) => (await house.as('noor')).vasp.get({ did })

describe('joining', () => {
  test('[ID-07] a verified address at the domain asks, an admin lets in, mail tells both', async () => {
    const newcomer = await somebody('aster')
    const before = (await house.mailTo('ada@aster.example')).length
    const request = await join(newcomer)
    expect(request).toMatchObject({ kind: 'join', state: 'pending', role: 'viewer', note: 'Hello' })
    expect(await status(join(newcomer))).toBe(409)
    expect((await house.mailTo('ada@aster.example')).slice(before)).toEqual([
      'Request to join “Aster”',
    ])
    expect(await house.mailTo('vic@aster.example')).toEqual([])
    const ada = await house.as('ada')
    const { requests } = await ada.auth.listJoinRequests({ vaspDid: aster })
    expect(requests.filter(({ id }) => id === request.id)).toMatchObject([
      { user: { name: newcomer, email: `${newcomer}@aster.example` }, domainProven: true },
    ])
    const path = { vaspDid: aster, requestId: request.id }
    const decide = (caller: typeof ada, vaspDid = aster) =>
      caller.auth.decideJoinRequest({
        ...{ ...path, vaspDid },
        body: { decision: 'approve', role: 'developer' },
      })
    expect(await status(decide(await house.as('olive')))).toBe(403)
    expect(await status(decide(await house.as('cleo'), cedar))).toBe(404)
    expect(await decide(ada)).toMatchObject({ state: 'approved', role: 'developer' })
    expect(await status(decide(ada))).toBe(409)
    const { roles } = await (await house.as(newcomer)).auth.viewer({})
    expect(roles).toMatchObject([{ vaspDID: aster, role: 'developer' }])
    expect(await house.mailTo(`${newcomer}@aster.example`)).toEqual(['You’ve joined “Aster”'])
    expect(await status(join(newcomer))).toBe(409)
    expect(await house.chainOf(aster)).toEqual(
      expect.arrayContaining(['auth.requestToJoin', 'auth.listJoinRequests', 'auth.decideRequest']),
    )
  })

  test('[ID-07] a mail subdomain of the company counts; two decisions at once are one', async () => {
    const { id } = await join(await somebody('mail.aster'))
    const decide = async (who: string, decision: 'approve' | 'decline') =>
      (await house.as(who)).auth.decideJoinRequest({
        ...{ vaspDid: aster, requestId: id },
        body: { decision, reason: 'Because' },
      })
    const done = await Promise.allSettled([decide('ada', 'approve'), decide('abe', 'decline')])
    expect(done.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('[ID-07] a declined person hears why and may ask again; an own request is withdrawn', async () => {
    const asker = await somebody('aster')
    const { id } = await join(asker)
    const ada = await house.as('ada')
    const body = { decision: 'decline' as const }
    const path = { vaspDid: aster, requestId: id }
    expect(await status(ada.auth.decideJoinRequest({ ...path, body }))).toBe(422)
    await ada.auth.decideJoinRequest({ ...path, body: { ...body, reason: 'Ask your manager' } })
    const late = await house.as(asker)
    expect((await late.auth.listOwnRequests({})).requests[0]).toMatchObject({
      ...{ state: 'declined', reason: 'Ask your manager' },
    })
    const again = await join(asker)
    const stranger = await house.as('stranger')
    expect(await status(stranger.auth.withdrawRequest({ requestId: again.id }))).toBe(404)
    await late.auth.withdrawRequest({ requestId: again.id })
    expect(await status(late.auth.withdrawRequest({ requestId: again.id }))).toBe(409)
    const { requests } = await ada.auth.listJoinRequests({ vaspDid: aster })
    expect(requests.filter((one) => [id, again.id].includes(one.id))).toEqual([])
  })

  test('[ID-07] no other domain, no company without an admin, no company that is not there', async () => {
    for (const who of ['stranger', 'cleo', 'bea']) expect(await status(join(who))).toBe(403)
    expect(await status(join(await somebody('dill'), dill))).toBe(409)
    expect(await status(join('bea', 'did:web:none.example'))).toBe(404)
  })
})

describe('claiming', () => {
  test('[ID-07] of two claims the internal admin approves one; the person is admin, the company claimed', async () => {
    expect(await status(claim('stranger'))).toBe(403)
    expect(await status(claim(await somebody('aster'), aster))).toBe(409)
    const [first, second] = [await claim('bea'), await claim('bob')]
    const noor = await house.as('noor')
    const forBriar = async () =>
      (await noor.auth.listClaimRequests({})).requests.filter(({ vaspDID }) => vaspDID === briar)
    expect(await forBriar()).toMatchObject([
      { ...{ vaspName: 'Briar', kind: 'claim' }, user: { email: 'bea@briar.example' } },
      { user: { email: 'bob@briar.example' } },
    ])
    const decide = (caller: typeof noor, requestId: string, decision: 'approve' | 'decline') =>
      caller.auth.decideClaimRequest({
        ...{ vaspDid: briar, requestId },
        body: { decision, reason: 'There is one' },
      })
    for (const who of ['ada', 'bea']) {
      expect(await status(decide(await house.as(who), first.id, 'approve'))).toBe(403)
      expect(await status((await house.as(who)).auth.listClaimRequests({}))).toBe(403)
    }
    const done = await Promise.allSettled(
      [first, second].map(({ id }) => decide(noor, id, 'approve')),
    )
    expect(done.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await company(briar)).hasAdmin).toBe(true)
    const admins = await house.rows(
      `select user_id from identity.membership where vasp_did = $1 and role = 'admin'`,
      [briar],
    )
    expect(admins).toHaveLength(1)
    const [left] = await forBriar()
    expect(await decide(noor, left?.id ?? '', 'decline')).toMatchObject({ state: 'declined' })
    // A company that has an admin decides on its own people; nobody claims it again.
    expect(await status(claim('stranger'))).toBe(409)
  })

  test('[ID-07] joining is not decided as a claim, nor a claim as joining', async () => {
    const { id } = await join(await somebody('aster'))
    const noor = await house.as('noor')
    const input = {
      ...{ vaspDid: aster, requestId: id },
      body: { decision: 'approve' as const },
    }
    expect(await status(noor.auth.decideClaimRequest(input))).toBe(404)
    expect(
      (await noor.auth.listClaimRequests({})).requests.filter(({ kind }) => kind === 'join'),
    ).toEqual([])
  })
})

describe('making a company', () => {
  const make = async (who: string, website: string, name = 'Dahlia') =>
    (await house.as(who)).auth.newCustomer({ body: { name, website, jurisdictions: ['SG'] } })

  test('[ID-04] [UI-22] at the domain of the website the maker is admin at once', async () => {
    const { did, state } = await make('maker', 'https://www.dahlia.example/about')
    expect(state).toBe('approved')
    expect(await company(did)).toMatchObject({
      ...{
        name: 'Dahlia',
        hasAdmin: true,
        verificationStatus: 'UNVERIFIED',
        jurisdictions: ['SG'],
      },
    })
    const maker = await house.as('maker')
    expect((await maker.auth.viewer({})).vasps).toEqual([did])
    expect((await maker.vasp.userVaspList({})).loginable.map((vasp) => vasp.did)).toEqual([did])
  })

  test('[ID-04] [UI-22] what the wizard asked is there at once, and a hidden company is not listed', async () => {
    const maker = await house.as('bea')
    const facts = {
      ...{ division: 'US-NY', incorporationCountry: 'US', businessNumber: '77-1' },
      ...{ serviceTypes: ['Exchange' as const], jurisdictions: ['US'] },
    }
    const terms = '2026-11' as const
    const body = { name: 'Gorse', website: 'https://gorse.example', terms, ...facts }
    const hidden = await maker.auth.newCustomer({ body: { ...body, vaspDiscoverability: false } })
    const listed = await maker.auth.newCustomer({ body })
    const noor = await house.as('noor')
    for (const { did } of [hidden, listed])
      expect(await noor.vasp.get({ did })).toMatchObject(facts)
    const [entry] = await house.rows(
      "select detail from audit.entry where vasp_did = $1 and action = 'auth.newCustomer'",
      [listed.did],
    )
    expect(entry?.detail).toMatchObject({ kind: 'create', terms })
    const found = async () =>
      (await house.call('').public.listVasps({ query: { q: 'Gorse' } })).vasps.map(({ did }) => did)
    // The network looks at a new company before anybody else does.
    expect(await found()).toEqual([])
    for (const { did } of [hidden, listed])
      await noor.curation.list({ did, body: { action: 'list' } })
    expect(await found()).toEqual([listed.did])
    expect(await status(house.call('').public.getVasp({ did: hidden.did }))).toBe(404)
  })

  test('[ID-04] [UI-22] elsewhere, or where the domain is taken, the internal admin decides', async () => {
    for (const [who, website] of [
      ['stranger', 'https://elm.example'],
      ['cleo', 'https://cedar.example'],
    ] as const) {
      const { did, state } = await make(who, website, 'Elm')
      expect(state).toBe('pending')
      expect((await company(did)).hasAdmin).toBe(false)
      expect((await (await house.as(who)).auth.viewer({})).vasps).not.toContain(did)
      const noor = await house.as('noor')
      const request = (await noor.auth.listClaimRequests({})).requests.find(
        ({ vaspDID }) => vaspDID === did,
      )
      expect(request).toMatchObject({ kind: 'create', vaspName: 'Elm', vaspWebsite: website })
      await noor.auth.decideClaimRequest({
        ...{ vaspDid: did, requestId: request?.id ?? '' },
        body: { decision: 'approve' },
      })
      expect((await (await house.as(who)).auth.viewer({})).vasps).toContain(did)
    }
  })

  test('[TF-15] a company that was taken back or declined never comes into a directory', async () => {
    const stranger = await house.as('stranger')
    const noor = await house.as('noor')
    const waiting = async (did: string) =>
      (await noor.auth.listClaimRequests({})).requests.find(({ vaspDID }) => vaspDID === did)?.id ??
      ''
    const visible = async (did: string) =>
      (await status(house.call('').public.getVasp({ did }))) !== 404
    const listing = async (did: string) => (await noor.administration.get({ did })).listing
    const [taken, declined] = [
      (await make('stranger', 'https://elder.example', 'Elder')).did,
      (await make('stranger', 'https://elder.example', 'Elder')).did,
    ]
    expect([await visible(taken), await visible(declined)]).toEqual([false, false])
    await stranger.auth.withdrawRequest({ requestId: await waiting(taken) })
    await noor.auth.decideClaimRequest({
      ...{ vaspDid: declined, requestId: await waiting(declined) },
      body: { decision: 'decline', reason: 'Not yours' },
    })
    expect([await listing(taken), await listing(declined)]).toEqual(['withdrawn', 'declined'])
    expect([await visible(taken), await visible(declined)]).toEqual([false, false])
  })

  test('[ID-04] the tenth company is counted however many other requests came after it', async () => {
    await house.as('late')
    await house.rows(
      `insert into identity.request (vasp_did, id, kind, user_id, role, domain_proven, state,
           created_at, decided_at)
         select 'did:web:past-' || n, 'req_' || n, case when n <= 10 then 'create' else 'join' end,
           (select id from identity."user" where email like 'late@%'), 'admin', true, 'withdrawn',
           now(), now() from generate_series(1, 130) n`,
    )
    expect(await status(make('late', 'https://past.example'))).toBe(409)
  })

  test('[ID-04] nobody makes companies without end', async () => {
    const maker = await somebody('ivy')
    const made = []
    for (let n = 0; n < 12; n++) made.push(make(maker, 'https://ivy.example', `Ivy ${n}`))
    const done = await Promise.allSettled(made)
    expect(done.some((one) => one.status === 'rejected')).toBe(true)
    const { requests } = await (await house.as(maker)).auth.listOwnRequests({})
    expect(requests.filter(({ kind }) => kind === 'create')).toHaveLength(10)
  })

  test.each([
    { name: '', website: 'https://x.example' },
    { name: 'X', website: 'x.example' },
    { name: 'X', website: 'javascript:alert(1)' },
    { name: 'X', website: 'https://x.example', verificationStatus: 'VERIFIED' },
    { name: 'X', website: 'https://x.example', lei: 'short' },
    { name: 'X', website: 'https://x.example', did: aster },
    { name: 'X', website: 'https://x.example', division: 'NY' },
  ])('[ID-04] 422 for %j', async (body) => {
    const maker = await house.as('stranger')
    expect(await status(maker.auth.newCustomer({ body }))).toBe(422)
  })

  test('[ID-04] two companies never share a DID or a webhook application', async () => {
    const dids = await Promise.all(
      ['bea', 'bob'].map(async (who) => (await make(who, 'https://fir.example', 'Fir')).did),
    )
    expect(new Set(dids).size).toBe(2)
    await house.rows(
      `insert into identity.membership (vasp_did, user_id, role, source, created_at)
       select company.did, u.id, 'developer', 'admin', now()
       from unnest($1::text[]) as company (did), identity."user" u
       where u.subject = 'cleo' returning vasp_did`,
      [dids],
    )
    const cleo = await house.as('cleo')
    // The webhook service of this fixture is away; the name of the application is settled before.
    for (const did of dids) expect(await status(cleo.webhookApp.open({ did }))).toBe(503)
    const uids = await house.rows(
      'select app_uid from trust.webhook_app where vasp_did = any($1::text[])',
      [dids],
    )
    expect(new Set(uids.map(({ app_uid }) => app_uid)).size).toBe(2)
    expect(trust.webhookApp.open.access).toMatchObject({ company: 'did' })
  })
})

test('[TF-11] who is removed from a company leaves nothing behind of what they looked at', async () => {
  const leaver = await somebody('cedar')
  const { id: requestId } = await join(leaver, cedar)
  await (await house.as('cleo')).auth.decideJoinRequest({
    ...{ vaspDid: cedar, requestId },
    body: { decision: 'approve', role: 'compliance_officer' },
  })
  await (await house.as(leaver)).counterparty.look({ did: cedar, counterpartyDid: aster })
  await (await house.as('cleo')).counterparty.look({ did: cedar, counterpartyDid: aster })
  const looks = () => house.rows('select user_did from trust.look where vasp_did = $1', [cedar])
  expect(await looks()).toHaveLength(2)
  const userDID = await house.didOf(leaver)
  await (await house.as('cleo')).auth.removeUserFromVasp({ body: { vaspDID: cedar, userDID } })
  expect(await looks()).toEqual([{ user_did: await house.didOf('cleo') }])
})

test('[TF-05] mail about the queue goes to operators who come here, and only the network learns of them', async () => {
  await house.as('noor')
  const { identity, database } = house.product
  const addresses = (tenant: string, since: number) =>
    database.withTenant(tenant, (tx) => identity.operatorAddresses(tx, new Date(since)))
  expect(await addresses('network', Date.now() - 60_000)).toEqual(['noor@network.example'])
  expect(await addresses('network', Date.now() + 60_000)).toEqual([])
  expect(await addresses(aster, Date.now() - 60_000)).toEqual([])
})
