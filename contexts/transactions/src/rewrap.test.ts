import { randomBytes } from 'node:crypto'
import { vault } from '@countersign/kit/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViews, openForViewer } from './opening/index.ts'
import { rewrapTransfers } from './rewrap.ts'
import { findByMarks, indexNames, networkKey, openParts, sealParts } from './sealing/index.ts'
import {
  addTransfer,
  at,
  type Desk,
  openDesk,
  originator,
  person,
} from './sealing/sealing.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const [old, fresh] = [
  { id: 'k1', key: randomBytes(32) },
  { id: 'k2', key: randomBytes(32) },
]

test('[T15] with a new main secret all that was sealed for transfers opens, and the old one is not needed', async () => {
  const { database } = desk
  const before = vault([old])
  const id = await addTransfer(desk)
  const tree = person()
  await database.withTenant(originator, async (tx) => {
    await sealParts(tx, before, originator, id, [{ part: 'ORIGINATOR', tree, fields: [] }], at)
    await indexNames(tx, originator, before, id, ['Alice Lee'], at)
  })
  const actor = { did: 'did:web:officer' }
  for (let n = 0; n < 3; n++)
    await database.withTenant(originator, (tx) =>
      openForViewer(
        tx,
        originator,
        before,
        id,
        { actor, role: 'admin', how: 'CLICK', reason: 'OTHER', comment: `Why ${n}` },
        at,
      ),
    )
  const clock = () => at.getTime()
  const pepper = await networkKey({ database: { ...database }, vault: before, clock })

  const rewrap = () => rewrapTransfers({ database, vault: vault([fresh, old]), batch: 2 })
  expect(await rewrap()).toEqual({ keys: 3, comments: 3 })
  expect(await rewrap()).toEqual({ keys: 0, comments: 0 })

  const after = vault([fresh])
  expect(await networkKey({ database: { ...database }, vault: after, clock })).toEqual(pepper)
  await database.withTenant(originator, async (tx) => {
    expect(await openParts(tx, after, originator, id)).toMatchObject([{ tree }])
    expect(await findByMarks(tx, originator, after, ['alice lee'], 10)).toEqual([id])
    const views = await findViews(tx, originator, after, {}, 10)
    expect(views.map(({ comment }) => comment)).toEqual(['Why 0', 'Why 1', 'Why 2'])
  })
})

test('[T15] a database without transfers has nothing to seal anew', async () => {
  const other = await openDesk()
  await other.run('drop schema transactions cascade')
  expect(await rewrapTransfers({ database: other.database, vault: vault([fresh, old]) })).toBe(null)
  await other.close()
})
