import { connect } from '@countersign/kit/db'
import { refusal } from '@countersign/kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsDeps } from '../deps.ts'
import { workOnExports } from '../export/index.ts'
import { eraseDue } from '../retention/index.ts'
import type { DB } from '../tables.gen.ts'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import { eraseAsked } from './erase-asked.worker.ts'

let fixture: Awaited<ReturnType<typeof transfersFixture>>
let relay: TransactionsDeps['database']
beforeAll(async () => {
  fixture = await transfersFixture()
  relay = connect<DB>({ url: fixture.url, role: 'countersign_relay' })
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})

const dayMs = 86_400_000
const years = (n: number) => n * 366 * dayMs
const work = () => eraseAsked({ deps: fixture.deps, relay })
const ours = (company: string = kestrel) => fixture.privacyOf(company)
const one = async (id: string, company: string = kestrel) =>
  (await ours(company).list({ query: {} })).requests.find((request) => request.id === id)

async function accepted(): Promise<string> {
  const { id } = await fixture.as(kestrel).create({ body: draft() })
  await fixture.as(kestrel).approve({ query: { id } })
  await fixture.as(granite).confirm({ query: { id } })
  await fixture.as(granite).accept({ query: { id }, body: {} })
  return id
}
async function copied(exportId: string | null): Promise<string> {
  while ((await workOnExports({ deps: fixture.deps, relay })) > 0);
  const url = `/api/v1/transactions/export-requests/${exportId}/download`
  return (await fixture.requestsOf(kestrel).inject({ url })).body
}

test('[TX-04] a person’s data is erased on both sides as the law’s days come, and nothing of it stays', async () => {
  const ids = [await accepted(), await accepted()]
  await fixture.as(kestrel).decrypt({
    body: { id: ids[0] ?? '', reason: { code: 'OTHER', comment: 'Ambrosius asked' } },
  })
  fixture.clock.advance(years(3))
  const late = await accepted()
  expect(await told()).toEqual([{ name: 'transactions.transfer' }])
  const body = { kind: 'ERASURE' as const, ids: [...ids, late], reason: 'Letter of Quillbottom' }
  const asked = await ours().create({ body })
  expect(await work()).toBe(0)
  expect(await one(asked.id)).toMatchObject({ state: 'OPEN', transfers: 3, erased: 0 })
  fixture.clock.advance(years(2))
  expect(await work()).toBe(2)
  const kept = await one(asked.id)
  expect(kept).toMatchObject({ state: 'OPEN', erased: 2, held: 0, open: 0 })
  expect(Date.parse(kept?.keptUntil ?? '')).toBeGreaterThan(fixture.clock())
  const state = async (company: string, id: string) =>
    (await fixture.as(company).info({ query: { id } })).pii.state
  expect([await state(kestrel, ids[0] ?? ''), await state(granite, ids[0] ?? '')]).toEqual([
    'ERASED',
    'OPENABLE',
  ])
  const theirs = await ours(granite).create({ body: { ...body, reason: 'Letter of Thistlewood' } })
  expect(await work()).toBe(2)
  fixture.clock.advance(years(3))
  expect(await work()).toBe(2)
  expect(await one(asked.id)).toMatchObject({ state: 'DONE', erased: 3, keptUntil: null })
  expect(await one(theirs.id, granite)).toMatchObject({ state: 'DONE', erased: 3 })
  const events = await fixture.rows(`select from outbox.event where type = 'privacy.erased'`)
  expect(events).toHaveLength(2)
  expect(await told(), 'both companies').toEqual([])
  const list = [...ids, late].map((id) => `'${id}'`).join()
  for (const table of ['part', 'sealed_key', 'lookup'])
    expect(
      await fixture.rows(`select from transactions.${table} where transfer_id in (${list})`),
      table,
    ).toEqual([])
})

test('[TX-04] a legal hold stops what a person asked to be erased, until it is released', async () => {
  const id = await accepted()
  const hold = (until: string | null) =>
    fixture.retentionOf(kestrel).hold({ body: { ids: [id], until, reason: 'Case 14' } })
  await hold(new Date(fixture.clock() + years(8)).toISOString().slice(0, 10))
  const body = { kind: 'ERASURE' as const, ids: [id], reason: 'Letter of Quillbottom' }
  const asked = await ours().create({ body })
  fixture.clock.advance(years(6))
  await work()
  expect(await one(asked.id)).toMatchObject({ state: 'OPEN', erased: 0, held: 1 })
  const opened = fixture.as(kestrel).decrypt({ body: { id, reason: { code: 'AUDIT' } } })
  expect(JSON.stringify(await opened)).toContain(canaries[0])
  await hold(null)
  fixture.clock.advance(dayMs)
  await work()
  expect(await one(asked.id)).toMatchObject({ state: 'DONE', erased: 1, held: 0 })
  expect((await fixture.as(kestrel).info({ query: { id } })).pii.state).toBe('ERASED')
})

test('[TX-04] a customer goes with their last transfer: data, wallets, proofs and requests for them', async () => {
  const [destination, home] = [
    '0x00000000000000000000000000000000000d0001',
    '0x00000000000000000000000000000000000d0002',
  ]
  const network = 'ethereum'
  for (const customerRef of ['E-1', 'E-2']) {
    await fixture.customersOf(kestrel).create({
      body: {
        customerRef,
        ivms101: {
          legalPerson: {
            name: {
              nameIdentifier: [{ legalPersonName: 'Elm', legalPersonNameIdentifierType: 'LEGL' }],
            },
          },
        },
      },
    })
    const ask = { body: { customerRef, address: destination, network } }
    const { link } = await fixture.proofsOf(kestrel).request(ask)
    const token = new URL(link).hash.slice(1)
    await fixture
      .proofsOf(kestrel)
      .submit({ body: { token, type: 'declaration', proof: 'It is mine' } })
    await fixture.proofsOf(kestrel).request(ask)
  }
  await fixture
    .bookOf(kestrel)
    .registerCustomer({ body: { address: home, network, customerRef: 'E-1' } })
  const transfer = async (originatorRef: string) => {
    const { id } = await fixture.as(kestrel).create({
      body: draft({ originatorRef, transactionBlockchainInfo: { destination } }),
    })
    await fixture.as(kestrel).cancel({ body: { id, reason: 'WRONG_DETAILS' } })
    return id
  }
  const kept = async (ref: string) =>
    (
      await fixture.rows(`select c.ref, (select count(*)::int from transactions.address a where a.customer_key = c.customer_key) as wallets,
          (select count(*)::int from transactions.proof p where p.customer_key = c.customer_key) as proofs,
          (select count(*)::int from transactions.proof_request r where r.customer_key = c.customer_key) as requests
        from transactions.customer c where c.ref = '${ref}'`)
    )[0]
  const [{ key = '' } = {}] = await fixture.rows(
    `select customer_key as key from transactions.customer where ref = 'E-1'`,
  )
  const ids = [await transfer('E-1'), await transfer('E-2')]
  fixture.clock.advance(years(6))
  await transfer('E-2')
  await ours().create({ body: { kind: 'ERASURE', ids, reason: 'Letter 11' } })
  expect(await work()).toBe(2)
  expect(await kept('E-1')).toBeUndefined()
  for (const table of ['address', 'proof', 'proof_request'])
    expect(
      await fixture.rows(`select from transactions.${table} where customer_key = '${key}'`),
      table,
    ).toEqual([])
  expect(await kept('E-2'), 'another transfer needs them').toEqual({
    ref: 'E-2',
    wallets: 0,
    proofs: 1,
    requests: 2,
  })
})

test('[TX-04] age alone leaves a customer who was changed since, without the proofs of the erased transfer', async () => {
  const destination = '0x00000000000000000000000000000000000d0003'
  await fixture.customersOf(kestrel).create({
    body: {
      customerRef: 'E-3',
      ivms101: {
        legalPerson: {
          name: {
            nameIdentifier: [{ legalPersonName: 'Elm', legalPersonNameIdentifierType: 'LEGL' }],
          },
        },
      },
    },
  })
  await fixture
    .proofsOf(kestrel)
    .request({ body: { customerRef: 'E-3', address: destination, network: 'ethereum' } })
  const { id } = await fixture.as(kestrel).create({
    body: draft({ originatorRef: 'E-3', transactionBlockchainInfo: { destination } }),
  })
  await fixture.as(kestrel).cancel({ body: { id, reason: 'WRONG_DETAILS' } })
  fixture.clock.advance(years(6))
  await fixture.customersOf(kestrel).update({ ref: 'E-3', body: { tags: ['watch'] } })
  await eraseDue({ deps: fixture.deps, relay })
  expect((await fixture.as(kestrel).info({ query: { id } })).pii.state).toBe('ERASED')
  expect(await fixture.customersOf(kestrel).get({ ref: 'E-3', query: {} })).toMatchObject({
    tags: ['watch'],
  })
  expect(
    (await fixture.proofsOf(kestrel).list({ query: { customerRef: 'E-3' } })).requests,
  ).toEqual([])
})

/** The tables with a text of the person, as the owner of the database reads them. */
const told = () =>
  fixture.rows(`
    select t.table_schema || '.' || t.table_name as name from information_schema.tables t
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
      and query_to_xml(format('select * from %I.%I', t.table_schema, t.table_name), true, false, '')::text
        ~* '${[...canaries, '8617E340', '52908400'].join('|')}'`)

test('[TX-04] a copy has all that is kept of a person, for the one who requested it', async () => {
  const id = await accepted()
  await fixture
    .commentsOf(granite)
    .add({ body: { id, text: 'Their passport has expired', audience: 'BOTH' } })
  fixture.clock.advance(60_000)
  const request = await ours().create({ body: { kind: 'COPY', ids: [id], reason: 'Letter 8' } })
  expect(request).toMatchObject({ state: 'OPEN', transfers: 1 })
  const text = await copied(request.exportId)
  const rows = text.trimEnd().split('\n')
  expect(rows).toHaveLength(1)
  for (const wanted of [...canaries, 'Their passport has expired', '"views":[{'])
    expect(text).toContain(wanted)
  expect(await one(request.id)).toMatchObject({ state: 'DONE' })
  const mails = await fixture.rows(`select * from mail.outbox`)
  expect(JSON.stringify(mails)).toContain('Your export is ready')
  for (const name of canaries) expect(JSON.stringify(mails)).not.toContain(name)
})

test('[TX-05] [TX-04] where two people are asked for, names are exported once a second one agrees', async () => {
  const id = await accepted()
  fixture.clock.advance(60_000)
  const at = { vaspDID: kestrel }
  const saved = await fixture.as(kestrel).settings(at)
  const two = { ...saved, fourEyes: { ...saved.fourEyes, personalExports: true } }
  await fixture.as(kestrel).saveSettings({ ...at, body: two })
  const { exportId } = await ours().create({
    body: { kind: 'COPY', ids: [id], reason: 'Letter 9' },
  })
  const which = { exportId: exportId ?? '', query: {} }
  expect(await copied(exportId)).toContain('isn’t ready')
  expect(await refusal(fixture.exportsOf(kestrel).agree(which))).toMatchObject({
    status: 403,
    body: { err: { name: 'SecondPersonNeededError' } },
  })
  const second = { did: 'did:example:second' }
  const agreed = await Promise.allSettled([
    fixture.exportsOf(kestrel, second).agree(which),
    fixture.exportsOf(kestrel, { did: 'did:example:third' }).agree(which),
  ])
  expect(agreed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await copied(exportId)).toContain(canaries[0])
  const late = await ours().create({ body: { kind: 'COPY', ids: [id], reason: 'Letter 9' } })
  fixture.clock.advance(7 * dayMs)
  const lapsed = { exportId: late.exportId ?? '', query: {} }
  expect(await refusal(fixture.exportsOf(kestrel, second).agree(lapsed))).toMatchObject({
    status: 409,
  })
  expect(await copied(late.exportId)).toContain('isn’t ready')
  expect(await one(late.id)).toMatchObject({ state: 'CANCELLED' })
})

test('[TX-04] a request is of own transfers, by people, and ends where it is cancelled', async () => {
  const id = await accepted()
  const body = { kind: 'ERASURE' as const, ids: [id], reason: 'Letter 10' }
  const stranger = fixture.privacyOf('did:web:vacant.example')
  expect(await refusal(stranger.create({ body }))).toMatchObject({ status: 404 })
  const machine = fixture.privacyOf(kestrel, { clientId: 'c1' })
  expect(await refusal(machine.create({ body }))).toMatchObject({ status: 403 })
  const { id: requestId } = await ours().create({ body })
  expect(await refusal(stranger.cancel({ requestId, query: {} }))).toMatchObject({ status: 404 })
  expect(await ours().cancel({ requestId, query: {} })).toMatchObject({ state: 'CANCELLED' })
  fixture.clock.advance(years(5))
  await work()
  expect((await fixture.as(kestrel).info({ query: { id } })).pii.state).toBe('OPENABLE')
})
