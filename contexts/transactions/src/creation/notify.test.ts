import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSteps } from '../step/index.ts'
import {
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
  vacant,
} from '../transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
let drawn = 0
const newHash = () => `0x${(++drawn).toString(16).padStart(64, '0')}`
const destination = draft().transactionBlockchainInfo.destination

/** A deposit at Granite; by default it seems to come from Kestrel. */
const deposit = (txHash: string, more: object = {}) => ({
  originatorVASPdid: kestrel,
  transactionAsset: 'ETH',
  network: 'ethereum',
  amount: '1.5',
  destination,
  txHash,
  ...more,
})
const notified = async (txHash = newHash(), more: object = {}) =>
  (await theirs().notify({ body: deposit(txHash, more) })).id
const legalName = { legalPersonName: 'Oak', legalPersonNameIdentifierType: 'LEGL' }
const reason = { code: 'DECIDE', comment: 'To decide' } as const

test('[TX-01] [TX-04] a deposit without data: asked for, supplied, approved, accepted', async () => {
  const made = await theirs().notify({ body: deposit(newHash()) })
  const { id } = made
  expect(made).toMatchObject({
    status: 'INCOMPLETE',
    direction: 'incoming',
    section: 'DATA',
    waitsFor: 'them',
    counterparty: { did: kestrel },
    pii: { state: 'NONE' },
  })
  const asked = await ours().info({ query: { id } })
  expect(asked).toMatchObject({
    status: 'INCOMPLETE',
    direction: 'outgoing',
    section: 'DATA',
    waitsFor: 'us',
    allowed: expect.arrayContaining(['update.data', 'reject']),
  })
  expect(asked.allowed).not.toContain('approve')
  expect(await refusal(ours().approve({ query: { id } }))).toMatchObject({ status: 400 })

  const supplied = await ours().update({ body: { id, ivms101 } })
  expect(supplied).toMatchObject({ status: 'INCOMPLETE', section: 'TO_APPROVE', waitsFor: 'us' })
  const early = refusal(theirs().decrypt({ body: { id, reason } }))
  expect(await early, 'sealed to the originator alone').toMatchObject({ status: 409 })

  expect(await ours().approve({ query: { id } })).toMatchObject({
    status: 'ACK',
    chargedQuantity: 0,
  })
  const data = await theirs().decrypt({ body: { id, reason } })
  expect(JSON.stringify(data.ivms101)).toContain('Quillbottom')
  expect(await theirs().accept({ query: { id }, body: {} })).toMatchObject({ status: 'ACCEPTED' })
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'ACCEPTED' })
  const told = `select 1 from outbox.event where object = '${id}'
    and type = 'notification.processBlockchainTransaction'`
  expect(await fixture.rows(told), 'the coins have moved already').toEqual([])
})

test('[TX-01] the same deposit twice is one; another output or amount is another', async () => {
  const txHash = newHash()
  const id = await notified(txHash)
  expect(await notified(txHash.toUpperCase().replace('X', 'x'))).toBe(id)
  expect(await notified(txHash, { amount: '2' })).not.toBe(id)
})

test('[TX-01] a deposit about which there is a message is that transfer', async () => {
  const txHash = newHash()
  const { id } = await ours().create({
    body: draft({ transactionBlockchainInfo: { destination, txHash } }),
  })
  await ours().approve({ query: { id } })
  expect(await notified(txHash)).toBe(id)
})

test.each(['at its creation', 'later'])(
  '[TX-01] a message with its hash stated %s takes the place of the deposit',
  async (when) => {
    const txHash = newHash()
    const customerRef = `G-${when.slice(-5)}`
    await fixture.customersOf(granite).create({
      body: { customerRef, ivms101: { legalPerson: { name: { nameIdentifier: [legalName] } } } },
    })
    const merged = await notified(txHash, { customerRef })
    await theirs().assign({ body: { ids: [merged], assignee: 'did:example:mei' } })
    for (const audience of ['OWN', 'BOTH'] as const)
      await fixture.commentsOf(granite).add({ body: { id: merged, text: audience, audience } })
    const info = { destination, ...(when === 'later' ? {} : { txHash }) }
    const { id } = await ours().create({ body: draft({ transactionBlockchainInfo: info }) })
    await ours().approve({ query: { id } })
    if (when === 'later') await ours().setHash({ body: { id, txHash } })
    expect(await theirs().info({ query: { id: merged } })).toMatchObject({
      status: 'CANCELLED',
      mergedInto: id,
      reason: { code: 'MERGED' },
    })
    expect(await theirs().info({ query: { id } })).toMatchObject({
      status: 'SENT',
      assignee: { did: 'did:example:mei' },
    })
    const { transactions } = await theirs().query({ query: { customerRef } })
    expect(transactions.map((one) => one.id).toSorted()).toEqual([id, merged].toSorted())
    // What was said to the company that the deposit named is not said to the message's.
    const said = async (company: string) =>
      (await fixture.commentsOf(company).list({ query: { id } })).comments.map(
        ({ text, audience }) => [text, audience],
      )
    expect((await said(granite)).toSorted()).toEqual([
      ['BOTH', 'OWN'],
      ['OWN', 'OWN'],
    ])
    expect(await said(kestrel)).toEqual([])
    const events = await fixture.rows(
      `select vasp_did, payload->>'kept' as kept from outbox.event
       where object = '${merged}' and type = 'notification.transactionMerged'`,
    )
    expect(events).toEqual([{ vasp_did: granite, kept: id }])
  },
)

test('[TX-02] what a message has already stays when a deposit is merged into it', async () => {
  const txHash = newHash()
  const merged = await notified(txHash)
  await theirs().assign({ body: { ids: [merged], assignee: 'did:example:mei' } })
  const { id } = await ours().create({ body: draft() })
  await ours().approve({ query: { id } })
  await theirs().assign({ body: { ids: [id], assignee: 'did:example:ann' } })
  await fixture.rows(
    `update transactions.side set tags = case transfer_id when '${id}' then '{own,both}' else '{both,new}' end::text[]
     where vasp_did = '${granite}' and transfer_id in ('${id}', '${merged}')`,
  )
  await ours().setHash({ body: { id, txHash } })
  expect(await theirs().info({ query: { id: merged } })).toMatchObject({ mergedInto: id })
  expect(await theirs().info({ query: { id } })).toMatchObject({
    assignee: { did: 'did:example:ann' },
    tags: ['own', 'both', 'new'],
  })
})

test('[TX-02] of deposit and message at once neither stays alone', async () => {
  const txHash = newHash()
  const { id } = await ours().create({
    body: draft({ transactionBlockchainInfo: { destination, txHash } }),
  })
  const [, found] = await Promise.all([ours().approve({ query: { id } }), notified(txHash)])
  const open = await theirs().query({ query: { txHash } })
  const alive = open.transactions.filter(({ status }) => status !== 'CANCELLED')
  expect(alive.map((one) => one.id)).toEqual([id])
  if (found !== id)
    expect(await theirs().info({ query: { id: found } })).toMatchObject({ mergedInto: id })
})

test('[TX-02] “we did not send this”: the name is removed and the deposit waits for its company', async () => {
  const id = await notified()
  await ours().reject({ body: { id, reason: 'NOT_OUR_TRANSFER' } })
  expect(await theirs().info({ query: { id } })).toMatchObject({
    status: 'INCOMPLETE',
    originatorVASPdid: null,
    counterparty: null,
    section: 'DATA',
    waitsFor: 'us',
  })
  expect(await ours().info({ query: { id } })).toMatchObject({ section: null, allowed: [] })
})

test('[TX-02] a deposit that nobody answers for is accepted with a reason, or declined', async () => {
  const id = await notified(newHash(), { originatorVASPdid: undefined })
  const because = { comment: 'Small and regular', reason: 'RISK_BASED' } as const
  expect(await refusal(theirs().accept({ query: { id }, body: {} }))).toMatchObject({ status: 400 })
  const machine = fixture.as(granite, { clientId: 'c-1' })
  const byMachine = refusal(machine.accept({ query: { id }, body: because }))
  expect(await byMachine, 'a person decides').toMatchObject({ status: 403 })
  expect(await theirs().accept({ query: { id }, body: because })).toMatchObject({
    status: 'ACCEPTED',
  })
})

test('[T15] data is withheld from a company that is not verified', async () => {
  const known = fixture.companies.get(granite)
  if (!known) throw new Error('No such company')
  fixture.companies.set(granite, { ...known, verified: false })
  const id = await notified()
  await ours().update({ body: { id, ivms101 } })
  expect(await ours().approve({ query: { id } })).toMatchObject({
    status: 'ACK',
    withheldBy: 'UNVERIFIED',
  })
  expect(await refusal(theirs().decrypt({ body: { id, reason } }))).toMatchObject({ status: 409 })
  fixture.companies.set(granite, known)
})

test('[TX-01] deposits that no company can be asked about are refused', async () => {
  const wrong = (more: object) => refusal(theirs().notify({ body: deposit(newHash(), more) }))
  expect(await wrong({ originatorVASPdid: granite })).toMatchObject({ status: 422 })
  expect(await wrong({ originatorVASPdid: 'did:web:nobody.example' })).toMatchObject({
    status: 404,
  })
  expect(await wrong({ destination: 'nonsense' })).toMatchObject({ status: 422 })
  for (let n = 0; n < 50; n++) await notified(newHash(), { originatorVASPdid: vacant })
  expect(await wrong({ originatorVASPdid: vacant })).toMatchObject({ status: 429 })
})

test('[TX-01] assets are found by how their name begins, and priced in the company’s own currency', async () => {
  const { assets } = await ours().assets({ query: { q: 'usd' } })
  expect(assets).toContainEqual(
    expect.objectContaining({ symbol: 'USDC', network: 'ethereum', decimals: 6 }),
  )
  expect(assets.map(({ symbol }) => symbol)).not.toContain('BTC')
  expect((await ours().assets({ query: { q: 'zz' } })).assets).toEqual([])
  const asked = { asset: 'ETH', network: 'ethereum', amount: '2' }
  const { value, price } = await ours().price({ query: asked })
  expect(value).toMatchObject({ currency: 'SGD' })
  const expected = Number(price?.usd) * Number(price?.fx.SGD) * 2
  expect(Number(value?.amountInLocalCurrency)).toBeCloseTo(expected, 1)
  const priceOf = (more: object) => refusal(ours().price({ query: { ...asked, ...more } }))
  expect(await priceOf({ asset: 'NONE' })).toMatchObject({ status: 400 })
  expect(await priceOf({ amount: '0.0000000000000000001' })).toMatchObject({ status: 422 })
  const nobody = fixture.as(kestrel, {}, { prices: { quote: async () => null } })
  expect(await nobody.price({ query: asked })).toEqual({ value: null, price: null })
})

test('[TX-01] [TX-03] a deadline rule declines a deposit whose data hasn’t come, and no other rule does', async () => {
  const rules = fixture.rulesOf(granite)
  const old = { ruleCheck: 'TRANSACTION_CREATION_TIME', ruleValue: '>= 60' } as const
  const everything = { ruleCheck: 'ALL', actionRule: 'REJECT' } as const
  const decisionsOn = async (id: string) => (await rules.decisions({ query: { id } })).decisions
  const later = async (id: string, minutes: number) => {
    fixture.clock.advance(minutes * 60_000)
    await runSteps(fixture.deps, id, [granite])
    return theirs().info({ query: { id } })
  }
  const late = { ...old, actionRule: 'REJECT', name: 'Too late' } as const
  await rules.set({ body: { ruleSet: { incoming: [late] } } })
  const id = await notified()
  expect(await later(id, 59)).toMatchObject({ status: 'INCOMPLETE' })
  expect(await decisionsOn(id)).toEqual([])
  expect(await later(id, 1)).toMatchObject({
    status: 'DECLINED',
    lastAct: { by: { kind: 'RULE' }, rule: { name: 'Too late' } },
  })
  expect(await decisionsOn(id)).toMatchObject([{ stage: 'ARRIVAL', action: 'REJECT' }])

  const inbox = { ...old, actionRule: 'SEND_TO_INBOX' } as const
  await rules.set({ body: { ruleSet: { incoming: [inbox, everything] } } })
  const other = await notified()
  expect(await later(other, 1), 'a rule that isn’t about its age').toMatchObject({
    status: 'INCOMPLETE',
  })
  expect(await later(other, 60), 'the first rule that holds decides').toMatchObject({
    status: 'INCOMPLETE',
  })
})
