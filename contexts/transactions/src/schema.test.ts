import { testDatabase } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const [originator, beneficiary, stranger] = ['did:web:o', 'did:web:b', 'did:web:s']
const id = '01900000-0000-7000-8000-000000000001'
const key = Buffer.alloc(32)
const box = Buffer.alloc(80)

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  client = testClient({ connectionString: database.url, options: '-c role=countersign_app' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

/** One statement as the application, working for a company. @returns its rows, or the refusal's code */
async function as(tenant: string, text: string, values: unknown[] = []) {
  await client.query('begin')
  try {
    await client.query("select set_config('app.tenant', $1, true)", [tenant])
    const { rows, rowCount } = await client.query(text, values)
    await client.query('commit')
    return { rows, count: rowCount }
  } catch (error) {
    await client.query('rollback')
    return { code: (error as pg.DatabaseError).code }
  }
}

const clear = async () => {
  await client.query('set role none')
  await client.query(
    `truncate transactions.transfer, transactions.step, transactions.part, transactions.sealed_key,
      transactions.legal_hold, transactions.lookup cascade`,
  )
  await client.query('set role countersign_app')
}

const insertTransfer = (tenant: string, more: { status?: string; byBeneficiary?: boolean } = {}) =>
  as(
    tenant,
    `insert into transactions.transfer (id, originator_did, beneficiary_did, by_beneficiary, status, type, asset_id,
       asset_symbol, decimals, amount, threshold, destination, address_key, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, 1, '{}', '0x', $6, now(), now())`,
    [id, originator, beneficiary, more.byBeneficiary ?? false, more.status ?? 'NEW', key],
  )
const send = () =>
  as(
    originator,
    `update transactions.transfer set status = 'SENT', sent_at = now() where id = $1`,
    [id],
  )
const seenBy = async (tenant: string) =>
  (await as(tenant, 'select id from transactions.transfer where id = $1', [id])).count

beforeEach(clear)

test('[TX-04] the beneficiary sees a transfer once it was sent, a stranger never', async () => {
  expect(await insertTransfer(originator)).toMatchObject({ count: 1 })
  expect([await seenBy(originator), await seenBy(beneficiary), await seenBy(stranger)]).toEqual([
    1, 0, 0,
  ])
  await send()
  expect([await seenBy(beneficiary), await seenBy(stranger), await seenBy('')]).toEqual([1, 0, 0])
})

test('[TX-04] nobody begins a transfer in another company’s name', async () => {
  for (const tenant of [beneficiary, stranger, ''])
    expect(await insertTransfer(tenant)).toEqual({ code: '42501' })
  const deposit = { status: 'INCOMPLETE', byBeneficiary: true }
  for (const tenant of [originator, stranger])
    expect(await insertTransfer(tenant, deposit)).toEqual({ code: '42501' })
  expect(await insertTransfer(beneficiary, deposit)).toMatchObject({ count: 1 })
  expect(await seenBy(originator)).toBe(1)
})

test.each([
  [beneficiary, 'amount = 2'],
  [beneficiary, 'threshold = \'{"a": 1}\''],
  [beneficiary, "destination = '0x1'"],
  [beneficiary, 'sent_at = null'],
  [originator, 'acked_at = now()'],
  [originator, 'decided_at = now()'],
  [originator, "handing_over_did = 'did:web:s'"],
])('[TX-02] %s cannot set the other side’s column: %s', async (tenant, change) => {
  await insertTransfer(originator)
  await send()
  expect(
    await as(tenant, `update transactions.transfer set ${change} where id = $1`, [id]),
  ).toEqual({
    code: '42501',
  })
  expect(
    await as(beneficiary, `update transactions.transfer set acked_at = now() where id = $1`, [id]),
  ).toMatchObject({ count: 1 })
})

test('[TX-02] who redirects it away sees it until the new beneficiary has it, and not afterwards', async () => {
  await insertTransfer(originator)
  await send()
  const redirect =
    'update transactions.transfer set beneficiary_did = $2, handing_over_did = $3 where id = $1'
  expect(await as(beneficiary, redirect, [id, stranger, beneficiary])).toMatchObject({ count: 1 })
  expect([await seenBy(beneficiary), await seenBy(stranger)]).toEqual([1, 1])
  const arrive = 'update transactions.transfer set handing_over_did = null where id = $1'
  expect(await as(stranger, arrive, [id])).toMatchObject({ count: 1 })
  expect([await seenBy(beneficiary), await seenBy(stranger)]).toEqual([0, 1])
})

const insertStep = (tenant: string, owner: string) =>
  as(
    tenant,
    `insert into transactions.step (vasp_did, id, transfer_id, version, no, kind, due_at)
     values ($1, 'stp_' || gen_random_uuid(), $2, 1, 1, 'FOLLOW', now())`,
    [owner, id],
  )

test('[TX-02] a participant adds a step for the other side, which alone reads it', async () => {
  await insertTransfer(originator)
  expect(await insertStep(originator, beneficiary)).toMatchObject({ count: 1 })
  const read = (tenant: string) => as(tenant, 'select kind from transactions.step')
  expect(await read(originator)).toMatchObject({ count: 0 })
  expect(await read(beneficiary)).toMatchObject({ count: 1 })
  expect(await insertStep(originator, stranger)).toEqual({ code: '42501' })
  expect(await insertStep(stranger, beneficiary)).toEqual({ code: '42501' })
  const end = 'update transactions.step set done_at = now()'
  expect(await as(originator, end)).toMatchObject({ count: 0 })
  expect(await as(beneficiary, end)).toMatchObject({ count: 1 })
})

const insertPart = () =>
  as(
    originator,
    `insert into transactions.part values ($1, $2, 'ORIGINATOR', 1, '{}', '{}', now())`,
    [originator, id],
  )
const insertKey = (tenant: string, holder: string, owner = originator) =>
  as(
    tenant,
    `insert into transactions.sealed_key values ($1, $2, $3, 'ORIGINATOR', 1, 1, $4, now())`,
    [holder, owner, id, box],
  )
const parts = async (tenant: string) => (await as(tenant, 'select from transactions.part')).count
const revoke = async (tenant: string, holder: string) =>
  (await as(tenant, 'select transactions.revoke($1, $2) as n', [id, holder])).rows?.[0]?.n

test('[TX-04] a part is there for its owner and for whom its key is sealed to', async () => {
  await insertTransfer(originator)
  await send()
  await insertPart()
  await insertKey(originator, originator)
  expect([await parts(originator), await parts(beneficiary), await parts(stranger)]).toEqual([
    1, 0, 0,
  ])
  expect(await insertKey(beneficiary, beneficiary)).toEqual({ code: '42501' })
  expect(await insertKey(stranger, stranger)).toEqual({ code: '42501' })
  expect(await insertKey(originator, beneficiary)).toMatchObject({ count: 1 })
  expect([await parts(beneficiary), await parts(stranger)]).toEqual([1, 0])
})

test('[TX-04] a part goes with its last key, whoever held that', async () => {
  await insertTransfer(originator)
  await insertPart()
  await insertKey(originator, originator)
  await insertKey(originator, beneficiary)
  const forget = 'delete from transactions.sealed_key where vasp_did = $1'
  expect(await as(originator, forget, [beneficiary])).toMatchObject({ count: 0 })
  expect(await as(originator, forget, [originator])).toMatchObject({ count: 1 })
  expect([await parts(originator), await parts(beneficiary)]).toEqual([1, 1])
  expect(await as(beneficiary, forget, [beneficiary])).toMatchObject({ count: 1 })
  expect([await parts(originator), await parts(beneficiary)]).toEqual([0, 0])
})

test('[TX-04] an owner ends the key of a former side at once, of a present one thirty days after a cancellation', async () => {
  await insertTransfer(originator)
  await send()
  await insertPart()
  for (const holder of [originator, beneficiary, stranger]) await insertKey(originator, holder)
  const name = `insert into transactions.lookup (vasp_did, kind, key, transfer_id) values ($1, 'NAME', $2, $3)`
  await as(stranger, name, [stranger, key, id])
  const found = async () => (await as(stranger, 'select from transactions.lookup')).count
  expect(await revoke(beneficiary, stranger)).toBe(0)
  expect(await found()).toBe(1)
  expect(await revoke(originator, originator)).toBe(0)
  expect(await revoke(originator, beneficiary)).toBe(0)
  expect(await revoke(originator, stranger)).toBe(1)
  expect(await found()).toBe(0)
  const cancel = `update transactions.transfer set status = 'CANCELLED', updated_at = now() - $2::interval where id = $1`
  await as(originator, cancel, [id, '29 days'])
  expect(await revoke(originator, beneficiary)).toBe(0)
  await as(originator, cancel, [id, '30 days'])
  const hold = `insert into transactions.legal_hold values ($1, $2, now(), current_date + 1, '', 'did:web:p')`
  await as(beneficiary, hold, [beneficiary, id])
  expect(await revoke(originator, beneficiary)).toBe(0)
  await as(beneficiary, 'update transactions.legal_hold set ended_at = now()')
  expect(await revoke(originator, beneficiary)).toBe(1)
  expect(await parts(originator)).toBe(1)
})

test('[TX-01] one deposit is recorded once, however its hash is written', async () => {
  const deposit = (hash: string) =>
    as(
      beneficiary,
      `insert into transactions.transfer (id, beneficiary_did, by_beneficiary, status, type, asset_id, asset_symbol,
         decimals, amount, threshold, destination, address_key, origin_tx_hash, created_at, updated_at)
       values (gen_random_uuid(), $1, true, 'INCOMPLETE', 'UNKNOWN', 'eip155:1/slip44:60', 'ETH', 18, 1, '{}', '0x',
         $2, $3, now(), now())`,
      [beneficiary, key, hash],
    )
  expect(await deposit('0xAB')).toMatchObject({ count: 1 })
  expect(await deposit('0xab')).toEqual({ code: '23505' })
})
