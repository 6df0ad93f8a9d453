import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionsTx } from '../tables.ts'
import { ensureBlindKey, findBlindKeys } from './blind-key.store.ts'
import { findClientKeys, pickClientKeys, takeClientKey } from './client-key.store.ts'
import { registerClientKey } from './client-key.ts'
import { ensureKey, openPrivateKey, rotateKey } from './company-key.store.ts'
import { renewBoxes } from './key-renewal.store.ts'
import { findByMarks, indexNames } from './name-lookup.store.ts'
import { findBoxedParts, openParts, releaseParts, sealParts } from './part-key.store.ts'
import {
  addSealed,
  at,
  beneficiary,
  type Desk,
  openDesk,
  originator,
  person,
} from './sealing.fixture.ts'

// Functions take the company as an argument. One that is called in another company's transaction finds and
// changes nothing: row-level security stands behind each.
const name = 'Alice Lee'
const key = 'key_mine'
let desk: Desk
let id: string
beforeAll(async () => {
  desk = await openDesk()
  id = (await addSealed(desk)).id
  await desk.database.withTenant(originator, async (tx) => {
    await rotateKey(tx, originator, 1, desk.keys, at)
    await ensureBlindKey(tx, originator, desk.keys, at)
    await indexNames(tx, originator, desk.keys, id, [name], at)
    const jwk = {
      kty: 'OKP',
      crv: 'X25519',
      x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo',
    } as const
    await registerClientKey(
      tx,
      originator,
      { name: 'Ledger', jwk, clientIds: ['client'] },
      { did: 'did:web:ana' },
      at,
    )
  })
  await desk.run(
    `update transactions.client_key set id = '${key}', state = 'ACTIVE', proved_at = now(), agreed_by = 'did:web:ben'`,
  )
})
afterAll(() => desk.close())

const foreign = <T>(work: (tx: TransactionsTx) => Promise<T>) =>
  desk.database.withTenant(beneficiary, work)

test.each<[string, (tx: TransactionsTx) => Promise<unknown>, unknown]>([
  ['blind keys', (tx) => findBlindKeys(tx, originator, desk.keys), []],
  ['machines’ keys', (tx) => findClientKeys(tx, originator), []],
  ['a machine’s active keys', (tx) => pickClientKeys(tx, originator, 'client', at), []],
  ['one machine’s key', (tx) => takeClientKey(tx, originator, key), undefined],
  ['sealed data keys', (tx) => findBoxedParts(tx, originator, [id]), []],
  ['personal data', (tx) => openParts(tx, desk.keys, originator, id), []],
  ['names', (tx) => findByMarks(tx, originator, desk.keys, [name], 10), []],
  ['seals to renew', (tx) => renewBoxes(tx, originator, desk.keys, at), 0],
])('[TX-04] another company’s %s are not there', async (_, work, none) => {
  expect(await foreign(work)).toEqual(none)
  expect(await desk.database.withTenant(originator, work)).not.toEqual(none)
})

test.each<[string, (tx: TransactionsTx) => Promise<unknown>]>([
  ['a key', (tx) => rotateKey(tx, originator, 2, desk.keys, at)],
  ['a first key', (tx) => ensureKey(tx, 'did:web:new', desk.keys, at)],
  ['a blind key', (tx) => ensureBlindKey(tx, originator, desk.keys, at)],
  ['a name', (tx) => indexNames(tx, 'did:web:new', desk.keys, id, [name], at)],
  [
    'personal data',
    (tx) =>
      sealParts(
        tx,
        desk.keys,
        originator,
        id,
        [{ part: 'COMMENTS', tree: person(), fields: [] }],
        at,
      ),
  ],
  [
    'a machine’s key',
    (tx) =>
      registerClientKey(
        tx,
        originator,
        {
          name: 'Ledger',
          jwk: { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' },
          clientIds: ['client'],
        },
        { did: 'did:web:ana' },
        at,
      ),
  ],
])('[TX-04] nobody makes %s in another company’s name', async (_, work) => {
  await expect(foreign(work)).rejects.toMatchObject({ code: '42501' })
})

test('[TX-04] nobody uses another company’s private key, nor releases what is its', async () => {
  await expect(foreign((tx) => openPrivateKey(tx, originator, 1, desk.keys))).rejects.toThrow(
    'no result',
  )
  await foreign((tx) => ensureKey(tx, beneficiary, desk.keys, at))
  await foreign((tx) => releaseParts(tx, desk.keys, originator, beneficiary, id, at))
  expect(await foreign((tx) => openParts(tx, desk.keys, beneficiary, id))).toEqual([])
})
