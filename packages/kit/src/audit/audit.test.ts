import { expect, test } from 'vitest'
import { connect } from '../database/db.ts'
import { run, testDatabase } from '../testing/testing.ts'
import { audit, system, verifyChain } from './audit.ts'

type Tables = {
  'audit.entry': { vasp_did: string; number: number; action: string; hash: Buffer }
}
const [aster, briar] = ['did:ethr:0xa1', 'did:ethr:0xb1'] as const

type Work = (database: ReturnType<typeof connect<Tables>>, url: string) => Promise<void>
async function withDatabase(work: Work) {
  const { url, drop } = await testDatabase()
  const database = connect<Tables>({ url, role: 'countersign_app' })
  try {
    await work(database, url)
  } finally {
    await database.close()
    await drop()
  }
}

test('[ID-08] what two do at once in a company becomes one chain without gaps', () =>
  withDatabase(async (database) => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        database.withTenant(aster, (tx) =>
          audit(tx, system, new Date(n), { company: aster, action: 'test.act', detail: { n } }),
        ),
      ),
    )
    const rows = await database.withTenant(aster, (tx) =>
      tx.selectFrom('audit.entry').selectAll().orderBy('number').execute(),
    )
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(new Set(rows.map(({ hash }) => hash.toString('hex'))).size).toBe(20)
  }))

test('[ID-08] a company reads its own chain alone, and nobody changes one', () =>
  withDatabase(async (database) => {
    await database.withTenant(aster, async (tx) => {
      await audit(tx, system, new Date(), { company: aster, action: 'test.act' })
      await audit(tx, system, new Date(), { company: briar, action: 'test.act' })
    })
    for (const company of [aster, briar]) {
      const rows = await database.withTenant(company, (tx) =>
        tx.selectFrom('audit.entry').select('vasp_did').execute(),
      )
      expect(rows).toEqual([{ vasp_did: company }])
    }
    const change = database.withTenant(aster, (tx) =>
      tx.updateTable('audit.entry').set({ action: 'test.other' }).execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
  }))

const chained = (
  rows: number,
  damage: (own: (statement: string) => Promise<void>) => Promise<void>,
) => {
  let found: Awaited<ReturnType<typeof verifyChain>> | undefined
  return withDatabase(async (database, url) => {
    for (const company of [aster, briar])
      for (let n = 0; n < rows; n++)
        await database.withTenant(company, (tx) =>
          audit(tx, system, new Date(n * 1000 + 7), { company, action: 'test.act', detail: { n } }),
        )
    await damage((statement) => run(url, statement))
    found = await database.withTenant(aster, (tx) => verifyChain(tx, aster))
    // Another company's damage is not ours.
    const other = await database.withTenant(briar, (tx) => verifyChain(tx, briar))
    expect(other).toMatchObject({ rows, firstBad: null })
  }).then(() => found)
}
const nothing = async () => undefined
const at = (number: number) => `where vasp_did = '${aster}' and number = ${number}`

test('[ID-08] a whole chain is good, an empty one too', async () => {
  expect(await chained(5, nothing)).toEqual({
    ...{ rows: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/), firstBad: null },
  })
  expect(await chained(0, nothing)).toEqual({ rows: 0, head: null, firstBad: null })
})

test.each([
  ['an action', 3, 'altered', `update audit.entry set action = 'test.other' ${at(3)}`],
  ['a detail', 2, 'altered', `update audit.entry set detail = '{"n": 9}' ${at(2)}`],
  ['a time', 1, 'altered', `update audit.entry set at = at + interval '1 microsecond' ${at(1)}`],
  ['an actor', 5, 'altered', `update audit.entry set actor = 'did:x:y' ${at(5)}`],
  ['a request id', 4, 'altered', `update audit.entry set request_id = 'other' ${at(4)}`],
  ['a company’s object', 2, 'altered', `update audit.entry set object = 'other' ${at(2)}`],
  ['a hash', 4, 'altered', `update audit.entry set hash = sha256('x') ${at(4)}`],
  ['a row deleted', 3, 'missing', `delete from audit.entry ${at(3)}`],
  ['the first deleted', 1, 'missing', `delete from audit.entry ${at(1)}`],
  ['the last deleted', 5, 'cut off', `delete from audit.entry ${at(5)}`],
  ['all deleted', 1, 'cut off', `delete from audit.entry where vasp_did = '${aster}'`],
  ['the head deleted', 5, 'altered', `delete from audit.head where vasp_did = '${aster}'`],
  [
    ...(['two swapped', 2, 'altered'] as const),
    `update audit.entry set number = -number + 100 where vasp_did = '${aster}' and number in (2, 3);
     update audit.entry set number = case number when 98 then 3 else 2 end
     where vasp_did = '${aster}' and number > 90`,
  ],
  [
    ...(['one altered with a fitting hash', 4, 'unlinked'] as const),
    `update audit.entry set action = 'test.other', hash = audit.hash(previous_hash, vasp_did, number, at,
       actor, 'test.other', object, detail, request_id) ${at(3)}`,
  ],
  [
    ...(['the last altered with a fitting hash', 5, 'altered'] as const),
    `update audit.entry set action = 'test.other', hash = audit.hash(previous_hash, vasp_did, number, at,
       actor, 'test.other', object, detail, request_id) ${at(5)}`,
  ],
])('[ID-08] %s as the owner: row %i is %s', async (_, number, problem, statement) => {
  const found = await chained(5, (own) => own(statement))
  expect(found?.firstBad).toEqual({ number, problem })
})
