import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit, system } from '@countersign/kit/audit'
import { connect, type Database } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { run, testClock, testDatabase } from '@countersign/kit/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readSecrets } from '../secrets.ts'
import { auditDir, checkpointWriter } from './checkpoints.ts'
import { runAudit } from './verify.ts'

const [aster, briar] = ['did:web:aster.example', 'did:web:briar.example'] as const
const log = createLog('silent')
let url: string
let dataDir: string
let database: Database<object>
let clock: ReturnType<typeof testClock>
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  const fresh = await testDatabase()
  url = fresh.url
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-audit-'))
  database = connect<object>({ url, role: 'countersign_app' })
  clock = testClock()
  closing.push(
    () => database.close(),
    fresh.drop,
    () => rm(dataDir, { recursive: true }),
  )
  await act(aster, 4)
  await act(briar, 2)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const config = () => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })

async function act(company: string, times: number) {
  for (let n = 0; n < times; n++)
    await database.withTenant(company, (tx) =>
      audit(tx, system, new Date(clock()), { company, action: 'test.act' }),
    )
}

async function writer() {
  const relay = connect<object>({ url, role: 'countersign_relay', max: 2 })
  closing.unshift(() => relay.close())
  const { mainSecrets } = await readSecrets(config())
  return checkpointWriter({
    database: relay,
    dir: auditDir(config()),
    secret: mainSecrets[0],
    clock,
    log,
  })
}

async function verify() {
  const lines: string[] = []
  const failure = await runAudit(['verify'], config(), log, (line) => lines.push(line)).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return { lines, failure }
}

/** Writes the rows of a chain from `number` on anew, hashes and head included, as its owner could. */
const rewrite = (company: string, number: number) =>
  run(
    url,
    `do $$ declare e audit.entry; before bytea; begin
      select hash into before from audit.entry where vasp_did = '${company}' and number = ${number - 1};
      for e in select * from audit.entry where vasp_did = '${company}' and number >= ${number} order by number loop
        update audit.entry a set actor = 'did:web:forged.example', previous_hash = before,
          hash = audit.hash(before, e.vasp_did, e.number, e.at, 'did:web:forged.example', e.action, e.object, e.detail, e.request_id)
          where a.vasp_did = e.vasp_did and a.number = e.number returning a.hash into before;
      end loop;
      update audit.head set hash = before where vasp_did = '${company}';
    end $$`,
  )

const cutFrom = (company: string, number: number) =>
  run(
    url,
    `delete from audit.entry where vasp_did = '${company}' and number >= ${number};
     delete from audit.head where vasp_did = '${company}';
     insert into audit.head select vasp_did, number, hash from audit.entry
       where vasp_did = '${company}' order by number desc limit 1`,
  )

test('[T20] a chain cut off together with its end shows by its checkpoint', async () => {
  const sign = await writer()
  expect(await sign()).toBe(2)
  expect((await verify()).failure).toBeUndefined()
  await cutFrom(aster, 3)
  const { lines, failure } = await verify()
  expect(failure).toBe('1 chain is damaged')
  expect(lines[0]).toMatch(/^did:web:aster.example: DAMAGED, rows 1 to 4 were cut off after/)
  expect(lines[1]).toMatch(/^did:web:briar.example: 2 rows, intact/)
})

test('[T20] a whole chain that was taken away is missed', async () => {
  await (await writer())()
  await cutFrom(briar, 1)
  const { lines, failure } = await verify()
  expect(failure).toBe('1 chain is damaged')
  expect(lines[1]).toMatch(/^did:web:briar.example: DAMAGED, rows 1 to 2 were cut off/)
})

test('[T20] rows rewritten with all hashes after them show by their checkpoint', async () => {
  const sign = await writer()
  await sign()
  await act(aster, 3)
  clock.advance(60_000)
  expect(await sign()).toBe(1)
  await act(aster, 1)
  await rewrite(aster, 6)
  const { lines, failure } = await verify()
  expect(failure).toBe('1 chain is damaged')
  expect(lines[0]).toMatch(/: DAMAGED, rows 5 to 7 were rewritten after the checkpoint of \S+Z$/)
})

test('[T20] checkpoints that were changed, taken out or put in are refused', async () => {
  const sign = await writer()
  for (let n = 0; n < 3; n++) {
    await act(aster, 1)
    await sign()
  }
  const dir = auditDir(config())
  const [name = ''] = await readdir(dir)
  const text = await readFile(join(dir, name), 'utf8')
  const [first = '', second = '', third = ''] = text.split('\n')
  const withLines = async (...lines: string[]) => {
    await writeFile(join(dir, name), `${lines.join('\n')}\n`)
    return (await verify()).failure
  }
  expect(await withLines(first, second, third)).toBeUndefined()
  expect(await withLines(first, third)).toMatch('Checkpoint 2 doesn’t follow from the previous one')
  expect(await withLines(second, third)).toMatch('Checkpoint 1 doesn’t follow')
  expect(await withLines(first, second.replace(':[6,', ':[5,'), third)).toMatch(
    'Checkpoint 2 was altered: its signature is wrong',
  )
  expect(await withLines(first, 'nonsense')).toMatch('Checkpoint 2 cannot be read')
})

test('[T20] nothing new is not signed again; a month begins with every chain; two processes take turns', async () => {
  const [one, other] = [await writer(), await writer()]
  expect((await Promise.all([one(), other()])).toSorted()).toEqual([0, 2])
  expect([await one(), await other()]).toEqual([0, 0])
  await act(briar, 1)
  expect([await other(), await one()]).toEqual([1, 0])
  clock.advance(32 * 86_400_000)
  expect([await one(), await other()]).toEqual([2, 0])
  expect(await readdir(auditDir(config()))).toHaveLength(2)
  expect((await verify()).failure).toBeUndefined()
})

test('[T20] a checkpoint cut off by a crash is written again', async () => {
  await (await writer())()
  const dir = auditDir(config())
  const [name = ''] = await readdir(dir)
  await appendFile(join(dir, name), '{"at":"20')
  await act(aster, 1)
  expect(await (await writer())()).toBe(1)
  expect((await verify()).failure).toBeUndefined()
})
