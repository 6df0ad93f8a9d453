import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  canaries,
  draft,
  granite,
  kestrel,
  transfersFixture,
} from '../transfer/transfers.fixture.ts'
import {
  destroyRetiredBlindKeys,
  ensureBlindKey,
  findBlindKeys,
  rotateBlindKey,
} from './blind-key.store.ts'
import { findByMarks, indexNames, renewNames } from './name-lookup.store.ts'
import { namesOf } from './name-token.rules.ts'
import {
  addSealed,
  at,
  beneficiary,
  canary,
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

const index = (company: string, id: string, names: string[]) =>
  desk.database.withTenant(company, (tx) => indexNames(tx, company, desk.keys, id, names, at))
const found = (company: string, name: string, limit = 10) =>
  desk.database.withTenant(company, (tx) => findByMarks(tx, company, desk.keys, [name], limit))
const rotate = (no: number) =>
  desk.database.withTenant(originator, (tx) => rotateBlindKey(tx, originator, no, desk.keys, at))
const destroy = (daysLater: number) =>
  desk.database.withTenant(originator, (tx) =>
    destroyRetiredBlindKeys(tx, originator, new Date(at.getTime() + daysLater * 24 * 3_600_000)),
  )

test('[TX-04] a transfer is found by the exact name, newest first, in the company that has it alone', async () => {
  const name = `Alice ${canary()}`
  const [older, newer] = [`00000000-${randomUUID().slice(9)}`, `ffffffff-${randomUUID().slice(9)}`]
  expect(await found(originator, name)).toEqual([])
  await index(originator, older, [name, name.toUpperCase()])
  await index(originator, newer, [name])
  expect(await found(originator, name.toLowerCase())).toEqual([newer, older])
  expect(await found(originator, name, 1)).toEqual([newer])
  expect(await found(originator, name.slice(0, -1))).toEqual([])
  expect(await found(beneficiary, name)).toEqual([])
  await index(beneficiary, older, [name])
  expect(await found(beneficiary, name)).toEqual([older])
})

test('[TX-04] neither a name nor a blind key stands in any column', async () => {
  const name = canary()
  await index(originator, randomUUID(), [name])
  const keys = await desk.database.withTenant(originator, (tx) =>
    findBlindKeys(tx, originator, desk.keys),
  )
  const text = await dump(desk)
  for (const secret of [name, name.toUpperCase(), ...keys.map(({ key }) => key)])
    for (const form of forms(secret)) expect(text).not.toContain(form)
  expect(keys).not.toEqual([])
})

test('[TX-04] indexed again, a transfer is found by its new names alone', async () => {
  const [before, after] = [canary(), canary()]
  const id = randomUUID()
  await index(originator, id, [before])
  await index(originator, id, [after])
  expect([await found(originator, before), await found(originator, after)]).toEqual([[], [id]])
  await index(originator, id, [])
  expect(await found(originator, after)).toEqual([])
})

test('[TX-04] two that need a company’s first blind key at once get the same', async () => {
  const [first, second] = await raced(desk, 'did:web:x', (tx) =>
    ensureBlindKey(tx, 'did:web:x', desk.keys, at),
  )
  expect(second).toEqual(first)
})

test('[T16] a blind key that stands at another company does not open', async () => {
  for (const company of ['did:web:y', 'did:web:z'])
    await desk.database.withTenant(company, (tx) => ensureBlindKey(tx, company, desk.keys, at))
  await desk.run(
    `update transactions.blind_key set sealed = (select sealed from transactions.blind_key where vasp_did = 'did:web:y')
     where vasp_did = 'did:web:z'`,
  )
  await expect(found('did:web:z', 'Alice')).rejects.toThrow()
  await expect(found('did:web:y', 'Alice')).resolves.toEqual([])
})

test('[TX-04] after a rotation names under either key are found, until the old one goes', async () => {
  await desk.run('truncate transactions.lookup, transactions.blind_key')
  const { tree, ...first } = await addSealed(desk)
  const second = await addSealed(desk)
  const [older, newer] = [first.id, second.id].toSorted()
  if (!older || !newer) throw new Error('two')
  const name = namesOf({ part: 'ORIGINATOR', tree })[0] ?? ''
  await index(originator, first.id, [name])
  await index(originator, second.id, [name])
  await index(originator, (await addSealed(desk)).id, [canary()])
  expect([(await rotate(1)).no, (await rotate(1)).no]).toEqual([2, 2])
  expect((await rotate(9)).no).toBe(2)
  await index(originator, second.id, [name])
  expect(await found(originator, name)).toEqual([newer, older])
  expect(await destroy(2)).toEqual([])
  const renew = () =>
    desk.database.withTenant(originator, (tx) => renewNames(tx, originator, desk.keys, at, 1))
  expect([await renew(), await renew(), await renew()]).toEqual([1, 1, 0])
  // What has begun before the rotation may still be written under the old key.
  expect(await destroy(0.5)).toEqual([])
  expect(await destroy(2)).toEqual([1])
  expect(await found(originator, name)).toEqual([newer, older])
  expect(await desk.query('select no from transactions.blind_key')).toEqual([{ no: 2 }])
})

test('[TX-04] the originator finds a transfer by name from its creation, the beneficiary from the release', async () => {
  const fixture = await transfersFixture()
  const { database, vault } = fixture.deps
  const search = (company: string, name: string) =>
    database.withTenant(company, (tx) => findByMarks(tx, company, vault, [name], 10))
  const ours = fixture.as(kestrel)
  const { id } = await ours.create({ body: draft() })
  await ours.approve({ query: { id } })
  const [last, first] = canaries
  for (const name of [`${first} ${last}`, `${last} ${first}`.toLowerCase()]) {
    expect(await search(kestrel, name)).toEqual([id])
    expect(await search(granite, name)).toEqual([])
  }
  await fixture.as(granite).confirm({ query: { id } })
  expect(await search(granite, `${first} ${last}`)).toEqual([id])
  expect(await search(granite, `${canaries[3]} ${canaries[2]}`)).toEqual([id])
  await fixture.close()
})
