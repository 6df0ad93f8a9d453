import { mailLimits } from '@countersign/kit/mail'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldCounters } from './list/index.ts'
import {
  closed,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
  vacant,
} from './transfer/transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())

const ours = () => fixture.as(kestrel)
const created = async (more: object = {}) => (await ours().create({ body: draft(more) })).id
const update = (id: string, more: object) => ours().update({ body: { id, ...more } })
const mails = () => fixture.rows(`select recipient as "to", subject from mail.outbox`)

test('[TX-01] [TX-02] a transfer gets another counterparty before it is sent, and goes there alone', async () => {
  const id = await created({ beneficiaryVASPdid: vacant })
  const moved = await update(id, { beneficiaryVASPdid: granite, beneficiaryVASPname: 'Granite' })
  expect(moved).toMatchObject({
    status: 'NEW',
    version: 2,
    heldBy: 'NO_RULE',
    beneficiaryVASPdid: granite,
    beneficiaryVASPname: 'Granite',
    counterparty: { did: granite },
    lastAct: { action: 'update.route' },
  })
  expect(await refusal(fixture.as(vacant).info({ query: { id } }))).toMatchObject({ status: 404 })
  await ours().approve({ query: { id } })
  expect(await fixture.as(granite).info({ query: { id } })).toMatchObject({ status: 'SENT' })
  const listed = await ours().list({ query: { vasps: [granite] } })
  expect(listed.transactions.map((one) => one.id)).toContain(id)
})

test('[TX-05] another counterparty takes a transfer over in the figures by counterparty, folded or not', async () => {
  const day = new Date(fixture.clock()).toISOString().slice(0, 10)
  const shown = async () => {
    const { rows } = await ours().statisticsCounterparties({
      query: { from: day, to: day },
    })
    return rows.map(({ did, outgoing }) => [did, outgoing]).toSorted()
  }
  const fold = () => fixture.deps.database.withTenant(kestrel, (tx) => foldCounters(tx, kestrel))
  const counted = () =>
    fixture.rows(`select counterparty_did as did, outgoing::int as all, travel_rule_outgoing::int as sent
      from transactions.pair_month where vasp_did = '${kestrel}' and outgoing + travel_rule_outgoing > 0 order by 1`)
  const recounted = () =>
    fixture.rows(`select s.counterparty_did as did, count(*)::int as all,
        (count(*) filter (where c.type = 'TRAVELRULE'))::int as sent
      from transactions.side s join transactions.cell c on c.vasp_did = s.vasp_did and c.no = s.cell
      where s.vasp_did = '${kestrel}' and s.counterparty_did is not null group by 1 order by 1`)
  const id = await created({ beneficiaryVASPdid: vacant })
  await fold()
  expect(await counted()).toEqual(await recounted())
  const before = await shown()
  await update(id, { beneficiaryVASPdid: granite })
  const open = await shown()
  const change = new Map([
    [vacant, -1],
    [granite, 1],
  ])
  const was = new Map(before.map(([did, n]) => [String(did), Number(n)]))
  for (const [did, by] of change) was.set(did, (was.get(did) ?? 0) + by)
  expect(open).toEqual([...was].filter(([, n]) => n > 0).toSorted())
  await fold()
  expect(await shown()).toEqual(open)
  expect(await counted()).toEqual(await recounted())
})

test('[TX-02] what was approved for one company is decided anew for another', async () => {
  const id = await created({ beneficiaryVASPdid: vacant })
  const waiting = await ours().approve({ query: { id } })
  expect(waiting).toMatchObject({ status: 'WAITING_FOR_INFORMATION', heldBy: 'NO_CONTACT' })
  expect(await update(id, { beneficiaryVASPdid: granite })).toMatchObject({
    status: 'WAITING_FOR_INFORMATION',
    heldBy: 'NO_RULE',
    section: 'TO_APPROVE',
  })
  expect(await refusal(fixture.as(granite).info({ query: { id } }))).toMatchObject({ status: 404 })
  expect(await ours().approve({ query: { id } })).toMatchObject({ status: 'SENT', heldBy: null })
})

test('[TX-02] an address at a company without people sends the transfer, and a mail without names or amounts', async () => {
  const id = await created({ beneficiaryVASPdid: vacant })
  await ours().approve({ query: { id } })
  const sent = await update(id, { notificationEmail: 'desk@vacant.example' })
  expect(sent).toMatchObject({ status: 'SENT', heldBy: null })
  expect(await mails()).toContainEqual({
    to: 'desk@vacant.example',
    subject: 'Travel Rule transfers are waiting for vacant',
  })
  const kept = `select contact_sealed from transactions.side where transfer_id = '${id}' and role = 'O'`
  expect(await fixture.rows(kept), 'of no use any longer').toEqual([{ contact_sealed: null }])
})

test('[TX-02] an address given at the creation is sealed until the transfer is sent, and used once', async () => {
  const to = 'first@vacant.example'
  const id = await created({ beneficiaryVASPdid: vacant, notificationEmail: to })
  const kept = `select encode(contact_sealed, 'escape') as sealed from transactions.side
    where transfer_id = '${id}'`
  const [row] = await fixture.rows(kept)
  expect(String(row?.sealed)).toMatch(/^v1\./)
  expect(String(row?.sealed)).not.toContain('vacant')
  expect(await ours().approve({ query: { id } })).toMatchObject({ status: 'SENT' })
  expect((await mails()).filter((mail) => mail.to === to)).toHaveLength(1)

  const known = await created({ notificationEmail: 'nobody@granite.example' })
  await ours().approve({ query: { id: known } })
  expect(JSON.stringify(await mails()), 'people work there').not.toContain('nobody@')
})

test('[TX-02] a company can’t flood a stranger with mail, and each transfer goes on', async () => {
  const to = 'flooded@vacant.example'
  for (let n = 0; n < mailLimits.companyToAddress + 2; n++) {
    const id = await created({ beneficiaryVASPdid: vacant, notificationEmail: to })
    expect(await ours().approve({ query: { id } })).toMatchObject({ status: 'SENT' })
  }
  expect((await mails()).filter((mail) => mail.to === to)).toHaveLength(mailLimits.companyToAddress)
})

test('[TX-01] another company’s law decides the type, and what it asks for must be there', async () => {
  const { beneficiary, ...rest } = ivms101
  const made = await ours().create({
    body: draft({
      beneficiaryVASPdid: vacant,
      ivms101: rest,
      skipBeneficiaryDataValidation: true,
    }),
  })
  expect(made.status).toBe('MISSING_BENEFICIARY_DATA')
  expect(await update(made.id, { beneficiaryVASPdid: granite })).toMatchObject({
    status: 'MISSING_BENEFICIARY_DATA',
  })
  const both = await update(made.id, { beneficiaryVASPdid: vacant, beneficiary })
  expect(both).toMatchObject({ status: 'NEW', beneficiaryVASPdid: vacant, version: 4 })
})

test('[TX-02] once it is sent the counterparty is fixed, and the whole update is refused', async () => {
  const id = await created()
  await ours().approve({ query: { id } })
  const late = refusal(update(id, { beneficiaryVASPdid: vacant, tags: ['vip'] }))
  expect(await late).toMatchObject({
    status: 409,
    body: {
      err: {
        name: 'CountersignTransactionFieldFixedError',
        details: { fields: ['beneficiaryVASPdid'] },
      },
    },
  })
  expect(await ours().info({ query: { id } })).toMatchObject({ tags: [], version: 2 })
})

test('[TX-02] a counterparty that is no better, absent, the own company or the simulator is refused', async () => {
  const id = await created({ beneficiaryVASPdid: vacant })
  await ours().approve({ query: { id } })
  for (const [to, status] of [
    [closed, 422],
    ['did:web:absent.example', 404],
    [kestrel, 422],
    ['did:web:simulator.example', 422],
  ] as const)
    expect(await refusal(update(id, { beneficiaryVASPdid: to })), to).toMatchObject({ status })
  expect(await ours().info({ query: { id } })).toMatchObject({ version: 2 })
  const theirs = refusal(fixture.as(granite).update({ body: { id, beneficiaryVASPdid: closed } }))
  expect(await theirs).toMatchObject({ status: 404 })
})
