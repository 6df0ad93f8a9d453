import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transferItems } from '../list/index.ts'
import { runSteps } from '../step/index.ts'
import { findTransfers, findVersions, holdTransfers } from './transfer.store.ts'
import {
  canaries,
  closed,
  draft,
  granite,
  ivms101,
  kestrel,
  transfersFixture,
  vacant,
} from './transfers.fixture.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
beforeAll(async () => {
  fixture = await transfersFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.settings.clear()
  fixture.verdicts.clear()
})

const ours = () => fixture.as(kestrel)
const theirs = () => fixture.as(granite)
const created = async (more: object = {}) => (await ours().create({ body: draft(more) })).id
const sent = async (more: object = {}) => {
  const id = await created(more)
  await ours().approve({ query: { id } })
  return id
}
const eventsOf = async (id: string) =>
  (await fixture.rows(
    `select vasp_did, type, payload from outbox.event where object = '${id}' order by vasp_did, position`,
  )) as { vasp_did: string; type: string; payload: Record<string, unknown> }[]

test('[TX-01] [TX-02] a transfer goes from creation to acceptance between two companies', async () => {
  const body = draft({ transactionRef: 'wd-1' })
  const made = await ours().create({ body })
  expect(made).toMatchObject({
    status: 'NEW',
    direction: 'outgoing',
    transactionType: 'TRAVELRULE',
    transactionAmount: '1500000000000000000',
    transactionRef: 'wd-1',
    heldBy: 'NO_RULE',
    section: 'TO_APPROVE',
    waitsFor: 'us',
    version: 1,
    pii: { state: 'OPENABLE', originator: true, beneficiary: true },
    counterparty: { did: granite },
  })
  const { id } = made
  expect(await refusal(theirs().info({ query: { id } }))).toMatchObject({ status: 404 })

  expect(await ours().approve({ query: { id, version: 1 } })).toMatchObject({
    status: 'SENT',
    heldBy: null,
    waitsFor: 'them',
    version: 2,
    chargedQuantity: 1,
  })
  const arrived = await theirs().info({ query: { id } })
  expect(arrived).toMatchObject({
    status: 'SENT',
    direction: 'incoming',
    section: 'TO_CONFIRM',
    waitsFor: 'us',
    transactionRef: null,
    heldBy: null,
    pii: { state: 'SEALED', originator: false, beneficiary: false },
    allowed: expect.arrayContaining(['confirm', 'reject', 'notReady']),
  })
  expect(await theirs().confirm({ query: { id } })).toMatchObject({
    status: 'ACK',
    section: 'TO_DECIDE',
    pii: { state: 'OPENABLE', originator: true, beneficiary: true },
  })
  expect(await theirs().accept({ query: { id }, body: {} })).toMatchObject({
    status: 'ACCEPTED',
    waitsFor: null,
  })
  const done = await ours().info({ query: { id } })
  expect(done).toMatchObject({ status: 'ACCEPTED', section: null })
  expect(done.actions.map(({ action, side, to }) => [action, side, to])).toEqual([
    ['create', 'originator', 'NEW'],
    ['approve', 'originator', 'SENT'],
    ['confirm', 'beneficiary', 'ACK'],
    ['release', 'system', 'ACK'],
    ['accept', 'beneficiary', 'ACCEPTED'],
  ])
  const [, , confirmed] = done.actions
  expect(confirmed?.by, 'nobody of the other company is named').toMatchObject({
    did: null,
    name: null,
    company: granite,
  })
  const open = await fixture.rows(
    `select kind from transactions.step where transfer_id = '${id}' and done_at is null and not timer`,
  )
  expect(open).toEqual([])
})

test('[TX-04] personal data is sealed, and opens for the beneficiary once it has confirmed', async () => {
  const id = await sent()
  const reason = { code: 'DECIDE' as const }
  expect(await refusal(theirs().decrypt({ body: { id, reason } }))).toMatchObject({
    status: 409,
    body: { err: { name: 'CountersignTransactionNotReleasedError' } },
  })
  await theirs().confirm({ query: { id } })
  const { ivms101: opened } = await theirs().decrypt({ body: { id, reason } })
  expect(opened).toEqual(ivms101)
  expect((await ours().decrypt({ body: { id, reason } })).ivms101).toEqual(ivms101)
  const tables = await fixture.rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('transactions', 'outbox', 'audit')`,
  )
  for (const { name } of tables) {
    const rows = await fixture.rows(`select row_to_json(t)::text as row from ${name} t`)
    for (const canary of canaries)
      expect(JSON.stringify(rows), `${name} holds ${canary}`).not.toContain(canary)
  }
  const views = await fixture.rows(
    `select vasp_did, part, reason_code from transactions.pii_view where transfer_id = '${id}' order by vasp_did, part`,
  )
  expect(views).toHaveLength(6)
})

test('[TX-04] machines, viewers and strangers open nothing', async () => {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  const body = { id, reason: { code: 'AUDIT' as const } }
  expect(
    await refusal(fixture.as(granite, { clientId: 'c1', role: 'client' }).decrypt({ body })),
  ).toMatchObject({ status: 403 })
  expect(await refusal(fixture.as(granite, { role: 'viewer' }).decrypt({ body }))).toMatchObject({
    status: 403,
  })
  expect(await refusal(fixture.as(vacant).decrypt({ body }))).toMatchObject({ status: 404 })
})

test('[TX-04] data is kept back from a counterparty that the originator has blocked', async () => {
  const id = await sent()
  fixture.verdicts.set(`${kestrel} ${granite}`, 'BLOCKED')
  await theirs().confirm({ query: { id } })
  expect(await ours().info({ query: { id } })).toMatchObject({
    withheldBy: 'BLOCKED',
    section: 'TO_APPROVE',
  })
  expect(await refusal(theirs().accept({ query: { id }, body: {} }))).toMatchObject({
    status: 400,
    body: { err: { details: { status: 'ACK', needs: 'reason' } } },
  })
})

test('[TX-02] a repeated act answers 200 and changes nothing', async () => {
  const id = await sent()
  const before = await eventsOf(id)
  expect(await ours().approve({ query: { id } })).toMatchObject({ status: 'SENT', version: 2 })
  await theirs().confirm({ query: { id } })
  const confirmed = await theirs().info({ query: { id } })
  expect(await theirs().confirm({ query: { id } })).toMatchObject({ version: confirmed.version })
  expect(before).toHaveLength(4)
})

test('[TX-02] what the status doesn’t allow is refused by name, and nothing changes', async () => {
  const id = await created()
  expect(
    await refusal(ours().release({ body: { id, reason: 'OTHER', comment: 'x' } })),
  ).toMatchObject({
    status: 400,
  })
  expect(await refusal(ours().confirm({ query: { id } }))).toMatchObject({
    status: 403,
    body: {
      err: { name: 'CountersignTransactionWrongSideError', details: { needs: 'beneficiary' } },
    },
  })
  await ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } })
  expect(await refusal(ours().approve({ query: { id } }))).toMatchObject({
    status: 400,
    body: {
      err: {
        name: 'CountersignTransactionInvalidStatusError',
        details: { status: 'CANCELLED', version: 2 },
      },
    },
  })
  expect(await ours().info({ query: { id } })).toMatchObject({ status: 'CANCELLED', version: 2 })
})

test('[TX-02] another version by now is a conflict', async () => {
  const id = await sent()
  expect(
    await refusal(ours().cancel({ body: { id, version: 1, reason: 'OTHER', comment: 'x' } })),
  ).toMatchObject({
    status: 409,
    body: { err: { name: 'CountersignTransactionChangedError', details: { version: 2 } } },
  })
})

test('[TX-01] the same reference with the same content is the same transfer', async () => {
  const body = draft({ transactionRef: 'wd-2' })
  const first = await ours().create({ body })
  expect((await ours().create({ body })).id).toBe(first.id)
  expect(await refusal(ours().create({ body: { ...body, amount: '2' } }))).toMatchObject({
    status: 409,
    body: { err: { name: 'CountersignTransactionRefConflictError', details: { id: first.id } } },
  })
})

test.each([
  [{ transactionAsset: 'NOPE' }, 400],
  [{ amount: '1.1234567890123456789' }, 422],
  [{ transactionAmount: '1' }, 422],
  [{ transactionBlockchainInfo: { destination: '0x12' } }, 422],
  [{ originatorVASPdid: granite }, 422],
  [{ beneficiaryVASPdid: 'did:web:nobody.example' }, 404],
  [{ encrypted: {} }, 501],
  [{ ivms101: { originator: {} } }, 422],
  [{ ivms101: undefined }, 422],
])('[TX-01] a transfer with %j is refused with %i and not stored', async (more, status) => {
  const count = () => fixture.rows('select count(*) from transactions.transfer')
  const before = await count()
  expect(await refusal(ours().create({ body: draft(more) }))).toMatchObject({ status })
  expect(await count()).toEqual(before)
})

test('[TX-01] what is missing is said, with its reason', async () => {
  const { originator } = ivms101
  const body = draft({ ivms101: { originator } })
  expect(await refusal(ours().create({ body }))).toMatchObject({
    status: 422,
    body: {
      err: {
        name: 'CountersignTransactionValidationError',
        fields: [{ type: 'MISSING', msg: expect.stringContaining('beneficiary.NAME') }],
      },
    },
  })
  expect(
    await ours().create({ body: { ...body, skipBeneficiaryDataValidation: true } }),
  ).toMatchObject({
    status: 'MISSING_BENEFICIARY_DATA',
    section: 'DATA',
  })
})

test('[TX-02] a counterparty without people or that is disabled makes the transfer wait', async () => {
  for (const [beneficiaryVASPdid, heldBy] of [
    [vacant, 'NO_CONTACT'],
    [closed, 'DISABLED'],
  ])
    expect(
      await ours().approve({ query: { id: await created({ beneficiaryVASPdid }) } }),
    ).toMatchObject({
      status: 'WAITING_FOR_INFORMATION',
      heldBy,
      section: 'UNREACHABLE',
    })
})

test('[TX-07] the systems are told once to send the coins, and never after a cancellation', async () => {
  fixture.settings.set(kestrel, 'ACK')
  const id = await sent()
  const told = async () =>
    (await eventsOf(id)).filter(({ type }) => type === 'notification.processBlockchainTransaction')
  expect(await told()).toEqual([])
  await theirs().confirm({ query: { id } })
  await theirs().accept({ query: { id }, body: {} })
  expect(await told()).toHaveLength(1)
  expect(await refusal(ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } }))).toMatchObject({
    status: 400,
    body: { err: { details: { needs: 'notBroadcast' } } },
  })
  expect(
    await ours().process({ body: { id, reason: 'RISK_BASED', comment: 'again' } }),
  ).toMatchObject({ version: 5 })
  expect(await told()).toHaveLength(1)
})

test('[TX-07] each change is told to both companies in the order of its versions, without personal data', async () => {
  const id = await sent({ transactionRef: 'wd-7' })
  await theirs().confirm({ query: { id } })
  await theirs().decline({ body: { id, reason: 'SANCTIONS' } })
  const events = await eventsOf(id)
  const versions = (did: string) =>
    events.filter(({ vasp_did }) => vasp_did === did).map(({ payload }) => Number(payload.version))
  for (const did of [kestrel, granite])
    expect(versions(did)).toEqual(versions(did).toSorted((a, b) => a - b))
  expect(new Set(versions(kestrel))).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(JSON.stringify(events)).not.toMatch(/0x86|0x52|Quill|Thistle/)
  expect(JSON.stringify(events.filter(({ vasp_did }) => vasp_did === granite))).not.toContain(
    'wd-7',
  )
})

test('[TX-02] of fifty approvals at once one sends, and the plan counts one', async () => {
  const id = await created()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ours().approve({ query: { id } })),
  )
  expect(answers.every(({ status, version }) => status === 'SENT' && version === 2)).toBe(true)
  expect(fixture.metered.filter((one) => one === id)).toEqual([id])
})

test('[TX-02] accept and cancel at once: both companies end at the same status and version', async () => {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  await Promise.allSettled([
    theirs().accept({ query: { id }, body: {} }),
    ours().cancel({ body: { id, reason: 'WRONG_DETAILS' } }),
  ])
  const [a, b] = [await ours().info({ query: { id } }), await theirs().info({ query: { id } })]
  expect([a.status, a.version]).toEqual([b.status, b.version])
})

test('[TX-01] a validation says what would become of a transfer, and stores nothing', async () => {
  const count = () => fixture.rows('select count(*) from transactions.transfer')
  const before = await count()
  expect(await ours().validate({ body: draft() })).toMatchObject({
    isValid: true,
    type: 'TRAVELRULE',
    wouldReach: 'NEW',
    errors: [],
    price: { source: 'EMBEDDED' },
  })
  const { originator } = ivms101
  expect(await ours().validate({ body: draft({ ivms101: { originator } }) })).toMatchObject({
    isValid: false,
    wouldReach: null,
    errors: [{ type: 'MISSING' }],
  })
  expect(
    await ours().validate({ body: draft({ amount: '0.01', ivms101: undefined }) }),
  ).toMatchObject({
    isValid: true,
    type: 'BELOW_THRESHOLD',
    wouldReach: 'SAVED',
  })
  expect(await count()).toEqual(before)
})

test('[TX-01] a query finds the own transfers by reference, hash and address, and no others', async () => {
  const id = await created({ transactionRef: 'wd-query' })
  await ours().setHash({ body: { id, txHash: '0xABC123' } })
  const found = async (query: object, who = ours()) =>
    (await who.query({ query })).transactions.map((one) => one.id)
  expect(await found({ transactionRef: 'wd-query' })).toEqual([id])
  expect(await found({ txHash: '0xabc123' })).toEqual([id])
  expect(await found({ transactionRef: 'wd-query', txHash: '0xother' })).toEqual([])
  expect(await found({ transactionRef: 'wd-query' }, theirs())).toEqual([])
  expect(await refusal(ours().query({ query: {} }))).toMatchObject({ status: 422 })
})

test('[TX-04] both companies see who opened the data; the owner is told the company alone', async () => {
  const id = await sent()
  await theirs().confirm({ query: { id } })
  await theirs().decrypt({ body: { id, reason: { code: 'DECIDE' } } })
  const { views } = await theirs().piiViews({ query: { id } })
  expect(views).toMatchObject([
    { viewerVASPdid: granite, byName: expect.stringContaining('Somebody'), reason: 'DECIDE' },
    { viewerVASPdid: granite },
  ])
  await runSteps(fixture.deps, id, [kestrel])
  const told = await ours().piiViews({ query: { id } })
  expect(told.views.map(({ viewerVASPdid, by, byName }) => [viewerVASPdid, by, byName])).toEqual([
    [granite, null, null],
    [granite, null, null],
  ])
  expect(await refusal(fixture.as(vacant).piiViews({ query: { id } }))).toMatchObject({
    status: 404,
  })
})

test('[TF-13] what waits for a company is on its to-do list, with the permission that it needs', async () => {
  const id = await sent()
  const itemsOf = async (did: string) =>
    (await transferItems(fixture.deps, did, new Date(fixture.clock()))).filter(
      ({ entityRef }) => entityRef.id === id,
    )
  expect(await itemsOf(kestrel)).toEqual([])
  expect(await itemsOf(granite)).toMatchObject([
    {
      type: 'INCOMING_AWAITING_CONFIRMATION',
      severity: 'medium',
      title: '1.5 ETH to confirm, from kestrel',
      requiredPermission: 'transactions.confirm',
    },
  ])
  fixture.clock.advance(25 * 3_600_000)
  expect(await itemsOf(granite)).toMatchObject([{ severity: 'high' }])
  await theirs().confirm({ query: { id } })
  expect(await itemsOf(granite)).toMatchObject([{ type: 'INCOMING_AWAITING_DECISION' }])
})

test('[TX-02] an acceptance that saw the confirmation is no conflict with the release that followed it', async () => {
  const { id } = await ours().create({ body: draft() })
  await ours().approve({ query: { id } })
  const { version } = await theirs().confirm({ query: { id } })
  // A release that another process runs is not in the answer of the confirmation yet.
  const confirmed = version - 1
  const early = refusal(theirs().accept({ query: { id, version: confirmed - 1 }, body: {} }))
  expect(await early).toMatchObject({ status: 409 })
  expect(await theirs().accept({ query: { id, version: confirmed }, body: {} })).toMatchObject({
    status: 'ACCEPTED',
  })
})

test('[TX-02] transfers and their versions are read and held that are asked for alone', async () => {
  const ids = [await created(), await sent()].toSorted()
  await created()
  const versions = ids.map(async (id) => [id, (await ours().info({ query: { id } })).version])
  await fixture.deps.database.withTenant(kestrel, async (tx) => {
    expect(await holdTransfers(tx, ids)).toEqual(ids.map((id) => ({ id })))
    const found = [...(await findVersions(tx, ids))]
    expect(found.toSorted()).toEqual(await Promise.all(versions))
    expect([...(await findTransfers(tx, ids)).keys()].toSorted()).toEqual(ids)
  })
})
