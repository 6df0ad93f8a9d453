import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit, system } from '@countersign/kit/audit'
import { connect } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { run, testDatabase } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { runAudit } from './verify.ts'

const [aster, briar] = ['did:web:aster.example', 'did:web:briar.example'] as const
let url: string
let drop: () => Promise<void>
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-audit-'))
  ;({ url, drop } = await testDatabase())
  const database = connect<object>({ url, role: 'countersign_app' })
  for (const company of [aster, briar, 'network'])
    for (let n = 0; n < 3; n++)
      await database.withTenant(company, (tx) =>
        audit(tx, system, new Date(n), { company, action: 'test.act' }),
      )
  await database.close()
})
afterEach(async () => {
  await drop()
  await rm(dataDir, { recursive: true })
})

const config = () => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })

async function verify(...words: string[]) {
  const lines: string[] = []
  const failure = await runAudit(words, config(), createLog('silent'), (line) =>
    lines.push(line),
  ).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  return { lines, failure }
}

test('[ID-08] audit verify goes through every chain and ends well when all are whole', async () => {
  const { lines, failure } = await verify('verify')
  expect(failure).toBeUndefined()
  expect(lines).toEqual([
    ...[aster, briar, 'network'].map((chain) =>
      expect.stringMatching(new RegExp(`^${chain}: 3 rows, intact, ends in [0-9a-f]{64}$`)),
    ),
    expect.stringMatching('No signed checkpoints yet'),
  ])
})

test('[ID-08] audit verify names the first bad row, and fails', async () => {
  await run(url, `update audit.entry set actor = 'x' where vasp_did = '${aster}' and number >= 2`)
  await run(url, `delete from audit.entry where vasp_did = '${briar}' and number = 3`)
  const { lines, failure } = await verify('verify')
  expect(failure).toContain('2 chains are damaged')
  expect(lines[0]).toBe(`${aster}: DAMAGED, row 2 was altered`)
  expect(lines[1]).toBe(`${briar}: DAMAGED, the rows from 3 on are missing`)
  expect(await verify('verify', '--company', 'network')).toMatchObject({
    failure: undefined,
    lines: [expect.stringContaining('3 rows, intact'), expect.any(String)],
  })
})

test('[ID-08] other words are answered with how to use it', async () => {
  for (const words of [[], ['verif'], ['verify', 'more'], ['verify', '--all']])
    expect((await verify(...words)).failure).toContain('npm run audit -- verify')
})
