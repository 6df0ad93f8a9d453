import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureKey } from './company-key.store.ts'
import {
  findBoxedParts,
  openParts,
  releaseParts,
  revokeParts,
  sealParts,
} from './part-key.store.ts'
import {
  addSealed,
  addTransfer,
  at,
  beneficiary,
  type Desk,
  dump,
  forms,
  openDesk,
  originator,
  person,
  stranger,
} from './sealing.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  for (const company of [originator, beneficiary, stranger])
    await desk.database.withTenant(company, (tx) => ensureKey(tx, company, desk.keys, at))
})
afterAll(() => desk.close())
beforeEach(() =>
  desk.run(
    'truncate transactions.part, transactions.sealed_key, transactions.transfer, transactions.legal_hold cascade',
  ),
)

const opened = (company: string, id: string) =>
  desk.database.withTenant(company, (tx) => openParts(tx, desk.keys, company, id))
const release = (id: string, holder: string = beneficiary, owner: string = originator) =>
  desk.database.withTenant(owner, (tx) => releaseParts(tx, desk.keys, owner, holder, id, at))
const revoke = (id: string, holder: string = beneficiary) =>
  desk.database.withTenant(originator, (tx) => revokeParts(tx, holder, id))

const leavesOf = (node: unknown): string[] =>
  typeof node === 'object' && node !== null ? Object.values(node).flatMap(leavesOf) : [`${node}`]

test('[TX-04] only its owner opens a part, until it is released; then its beneficiary too', async () => {
  const { id, tree } = await addSealed(desk)
  const part = { owner: originator, transferId: id, part: 'ORIGINATOR', version: 1, tree }
  expect(await opened(originator, id)).toEqual([part])
  for (const company of [beneficiary, stranger]) expect(await opened(company, id)).toEqual([])
  expect([await release(id), await release(id)]).toEqual([true, true])
  expect(await opened(beneficiary, id)).toEqual([part])
  expect(await opened(stranger, id)).toEqual([])
})

test('[TX-04] no leaf stands in any column, before and after the release', async () => {
  const { id, tree } = await addSealed(desk)
  await release(id)
  const text = await dump(desk)
  expect(text).toContain(id)
  const canaries = leavesOf(tree).filter((leaf) => leaf !== 'LEGL')
  expect(canaries).toHaveLength(5)
  for (const leaf of canaries) for (const form of forms(leaf)) expect(text).not.toContain(form)
})

test('[TX-04] nothing is released before the address is confirmed, nor to anybody else', async () => {
  const { id } = await addSealed(desk, { acked: false })
  await expect(release(id)).rejects.toThrow('not to be released')
  await desk.run('update transactions.transfer set acked_at = now()')
  await expect(release(id, stranger)).rejects.toThrow('not to be released')
  await expect(release(id, originator, beneficiary)).resolves.toBe(true)
  await expect(release(id, beneficiary, stranger)).rejects.toThrow('not to be released')
  expect(await desk.query('select vasp_did from transactions.sealed_key')).toEqual([
    { vasp_did: originator },
  ])
})

test('[TX-04] a transfer that the beneficiary began is released to it without a confirmation', async () => {
  const { id } = await addSealed(desk, { acked: false })
  await desk.run('update transactions.transfer set by_beneficiary = true')
  expect(await release(id)).toBe(true)
})

test('[TX-04] the beneficiary’s own data reaches the originator at once', async () => {
  const id = await addTransfer(desk, { acked: false })
  const tree = person()
  await desk.run('update transactions.transfer set sent_at = now()')
  await desk.database.withTenant(beneficiary, (tx) =>
    sealParts(tx, desk.keys, beneficiary, id, [{ part: 'BENEFICIARY', tree, fields: [] }], at),
  )
  expect(await release(id, originator, beneficiary)).toBe(true)
  expect(await opened(originator, id)).toMatchObject([{ owner: beneficiary, tree }])
  await desk.run('update transactions.transfer set acked_at = now()')
  expect(await release(id)).toBe(true)
  expect(await desk.query('select owner_did from transactions.sealed_key')).toEqual([
    { owner_did: beneficiary },
    { owner_did: beneficiary },
  ])
})

test('[TX-04] a company without a key receives nothing yet', async () => {
  const id = await addTransfer(desk, { to: 'did:web:new' })
  expect(await release(id, 'did:web:new')).toBe(false)
})

test('[TX-04] of an amended part the newest version opens, and older ones stay', async () => {
  const { id } = await addSealed(desk)
  const tree = person()
  await desk.database.withTenant(originator, (tx) =>
    sealParts(tx, desk.keys, originator, id, [{ part: 'ORIGINATOR', tree, fields: [] }], at, 2),
  )
  await release(id)
  expect(await opened(beneficiary, id)).toMatchObject([{ version: 2, tree }])
  const newest = await desk.database.withTenant(beneficiary, (tx) =>
    findBoxedParts(tx, beneficiary, [id]),
  )
  expect(newest).toMatchObject([{ owner: originator, part: 'ORIGINATOR', version: 2 }])
  expect(await desk.query('select version from transactions.part order by 1')).toHaveLength(2)
})

test('[TX-04] a release ends at once for a former side, and for nobody who is one', async () => {
  const { id } = await addSealed(desk)
  await release(id)
  expect(await revoke(id)).toBe(0)
  expect(await opened(beneficiary, id)).toHaveLength(1)
  await desk.run(`update transactions.transfer set beneficiary_did = '${stranger}'`)
  expect(await revoke(id)).toBe(1)
  expect(await opened(beneficiary, id)).toEqual([])
  expect(await opened(originator, id)).toHaveLength(1)
})

test('[T16] no leaf opens in another leaf’s place', async () => {
  const { id } = await addSealed(desk)
  const birth = '{originator,originatorPerson,0,naturalPerson,dateAndPlaceOfBirth'
  await desk.run(
    `update transactions.part set tree = jsonb_set(tree, '${birth},placeOfBirth}',
       tree #> '${birth},dateOfBirth}')`,
  )
  await expect(opened(originator, id)).rejects.toThrow()
})

test('[T16] no tree and no key opens at another transfer', async () => {
  const first = await addSealed(desk)
  const second = await addSealed(desk)
  const take = (table: string, column: string) =>
    desk.run(
      `update transactions.${table} set ${column} = (select ${column} from transactions.${table}
         where transfer_id = '${first.id}') where transfer_id = '${second.id}'`,
    )
  await take('sealed_key', 'box')
  await expect(opened(originator, second.id)).rejects.toThrow()
  await take('part', 'tree')
  await expect(opened(originator, second.id)).rejects.toThrow()
  await expect(opened(originator, first.id)).resolves.toHaveLength(1)
})

test('[T16] no key opens for another company, nor one that was cut or altered', async () => {
  const { id } = await addSealed(desk)
  await expect(
    desk.run('update transactions.sealed_key set box = substr(box, 1, 79)'),
  ).rejects.toThrow('sealed_key_box_check')
  await desk.run(
    `insert into transactions.sealed_key select '${beneficiary}', owner_did, transfer_id, part, version, key_no, box,
       created_at from transactions.sealed_key`,
  )
  await expect(opened(beneficiary, id)).rejects.toThrow()
  await desk.run(
    'update transactions.sealed_key set box = set_byte(box, 79, get_byte(box, 79) # 1)',
  )
  await expect(opened(originator, id)).rejects.toThrow()
})
