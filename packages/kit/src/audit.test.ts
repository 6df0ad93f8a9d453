import { expect, test } from 'vitest'
import { audit, system } from './audit.ts'
import { connect } from './db.ts'
import { testDatabase } from './testing.ts'

type Tables = {
  'audit.entry': { vasp_did: string; number: number; action: string; hash: Buffer }
}
const [aster, briar] = ['did:ethr:0xa1', 'did:ethr:0xb1'] as const

async function withDatabase(work: (database: ReturnType<typeof connect<Tables>>) => Promise<void>) {
  const { url, drop } = await testDatabase()
  const database = connect<Tables>({ url, role: 'countersign_app' })
  try {
    await work(database)
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
