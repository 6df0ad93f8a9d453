import { randomBytes } from 'node:crypto'
import { vault } from '@countersign/kit/vault'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureKey, findKey, openPrivateKey, rotateKey } from './company-key.store.ts'
import { rawPrivate, rawPublic } from './hpke.ts'
import { destroyRetiredKeys, renewBoxes, resealKeys } from './key-renewal.store.ts'
import { openParts, releaseParts } from './part-key.store.ts'
import {
  addSealed,
  at,
  beneficiary,
  type Desk,
  dump,
  forms,
  openDesk,
  originator,
  raced,
} from './sealing.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() =>
  desk.run(
    'truncate transactions.public_key, transactions.private_key, transactions.part, transactions.sealed_key',
  ),
)

const days = (n: number) => new Date(at.getTime() + n * 24 * 3_600_000)
const ensure = (company: string) =>
  desk.database.withTenant(company, (tx) => ensureKey(tx, company, desk.keys, at))
const rotate = (company: string, no = 1) =>
  desk.database.withTenant(company, (tx) => rotateKey(tx, company, no, desk.keys, at))
const opened = (company: string, id: string) =>
  desk.database.withTenant(company, (tx) => openParts(tx, desk.keys, company, id))
const renew = (company: string) =>
  desk.database.withTenant(company, (tx) => renewBoxes(tx, company, desk.keys, at, 2))

test('[TX-04] two that need a company’s first key at once get the same', async () => {
  const [first, second] = await raced(desk, originator, (tx) =>
    ensureKey(tx, originator, desk.keys, at),
  )
  expect(second).toEqual(first)
  expect(await desk.query('select no from transactions.private_key')).toEqual([{ no: 1 }])
})

test('[TX-04] a private key is the other half of the public one, and its company’s alone', async () => {
  const { no, publicKey } = await ensure(originator)
  const key = await desk.database.withTenant(originator, (tx) =>
    openPrivateKey(tx, originator, no, desk.keys),
  )
  expect(rawPublic(key).equals(publicKey)).toBe(true)
  const text = await dump(desk)
  for (const form of forms(rawPrivate(key))) expect(text).not.toContain(form)
  expect(text).toContain(publicKey.toString('hex'))
  const theirs = desk.database.withTenant(beneficiary, (tx) =>
    openPrivateKey(tx, originator, no, desk.keys),
  )
  await expect(theirs).rejects.toThrow('no result')
  const seen = await desk.database.withTenant(beneficiary, (tx) => findKey(tx, originator))
  expect(seen?.publicKey.equals(publicKey)).toBe(true)
})

test('[TX-04] nobody makes a key for another company', async () => {
  const forged = desk.database.withTenant(beneficiary, (tx) =>
    ensureKey(tx, originator, desk.keys, at),
  )
  await expect(forged).rejects.toMatchObject({ code: '42501' })
})

test('[T16] a private key that stands at another company or number does not open', async () => {
  await ensure(originator)
  await ensure(beneficiary)
  await rotate(originator)
  const copy = (from: number, company: string, to: number) =>
    desk.run(
      `update transactions.private_key set sealed = (select sealed from transactions.private_key
         where vasp_did = '${originator}' and no = ${from}) where vasp_did = '${company}' and no = ${to}`,
    )
  await copy(1, beneficiary, 1)
  const open = (company: string, no: number) =>
    desk.database.withTenant(company, (tx) => openPrivateKey(tx, company, no, desk.keys))
  await expect(open(beneficiary, 1)).rejects.toThrow()
  await expect(open(originator, 1)).resolves.toBeDefined()
  await copy(1, originator, 2)
  await expect(open(originator, 2)).rejects.toThrow()
})

test('[TX-04] after a rotation everything opens, old seals are renewed, and the old key goes', async () => {
  const transfers = [await addSealed(desk), await addSealed(desk), await addSealed(desk)]
  const first = await ensure(originator)
  expect(await rotate(originator)).toMatchObject({ no: first.no + 1 })
  const late = await addSealed(desk)
  const all = [...transfers, late]
  const check = async () => {
    for (const { id, tree } of all)
      expect(await opened(originator, id)).toMatchObject([{ part: 'ORIGINATOR', tree }])
  }
  await check()
  const destroy = (when: Date) =>
    desk.database.withTenant(originator, (tx) => destroyRetiredKeys(tx, originator, when))
  expect(await destroy(days(2))).toEqual([])
  expect([await renew(originator), await renew(originator), await renew(originator)]).toEqual([
    2, 1, 0,
  ])
  await check()
  // Another company may still hold the old public key in a transaction that has begun.
  expect(await destroy(days(0.5))).toEqual([])
  expect(await destroy(days(2))).toEqual([1])
  expect(await destroy(days(2))).toEqual([])
  await check()
})

test('[TX-04] two rotations at once make one new key', async () => {
  await ensure(originator)
  const made = await raced(desk, originator, (tx) => rotateKey(tx, originator, 1, desk.keys, at))
  expect(made.map(({ no }) => no)).toEqual([2, 2])
  expect(await rotate(originator, 9)).toMatchObject({ no: 2 })
  expect(
    await desk.query(
      'select no, retired_at is null as current from transactions.public_key order by no',
    ),
  ).toEqual([
    { no: 1, current: false },
    { no: 2, current: true },
  ])
})

test('[TX-04] what is released after a rotation is sealed to the new key', async () => {
  await ensure(beneficiary)
  await rotate(beneficiary)
  const { id, tree } = await addSealed(desk)
  await desk.database.withTenant(originator, (tx) =>
    releaseParts(tx, desk.keys, originator, beneficiary, id, at),
  )
  expect(
    await desk.query(
      `select key_no from transactions.sealed_key where vasp_did = '${beneficiary}'`,
    ),
  ).toEqual([{ key_no: 2 }])
  expect(await opened(beneficiary, id)).toMatchObject([{ owner: originator, tree }])
})

test('[TX-04] a new main secret takes over the private keys, and the old one is not needed', async () => {
  const [old, fresh] = ['k1', 'k2'].map((id) => ({ id, key: randomBytes(32) }))
  if (!old || !fresh) throw new Error('two')
  const { publicKey } = await desk.database.withTenant(originator, (tx) =>
    ensureKey(tx, originator, vault([old]), at),
  )
  const reseal = () =>
    desk.database.withTenant(originator, (tx) => resealKeys(tx, originator, vault([fresh, old])))
  expect([await reseal(), await reseal()]).toEqual([1, 0])
  const key = await desk.database.withTenant(originator, (tx) =>
    openPrivateKey(tx, originator, 1, vault([fresh])),
  )
  expect(rawPublic(key).equals(publicKey)).toBe(true)
})
