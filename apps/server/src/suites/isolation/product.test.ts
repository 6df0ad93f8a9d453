import { Writable } from 'node:stream'
import { createLog } from '@countersign/kit/log'
import { drawn } from '@countersign/kit/testing-volume'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Target } from '../fuzz/request.fixture.ts'
import { holdsDid, operations } from '../product-fields.fixture.ts'
import { canariesOfApi, workOfVictim } from './api.fixture.ts'
import { absentLike, asker, mine, theirs } from './ask.fixture.ts'
import {
  canaryForm,
  freeColumns,
  isMarked,
  plantCanaries,
  readersOf,
  type TextColumn,
  textColumns,
  wordsOfContract,
} from './columns.fixture.ts'
import { isolationHouse, outsiderDid, outsiders, victimDid } from './house.fixture.ts'
import { aimedAt, objectsOf, secretsOf } from './victim.fixture.ts'

let house: Awaited<ReturnType<typeof isolationHouse>>
let columns: TextColumn[]
let canaries: ReturnType<typeof readersOf>
let secrets: Set<string>
let objects: string[]
let asking: ReturnType<typeof asker>
/** The operations in the asker's own company with the other one's ids, and with those of nothing. */
let withTheirIds: Target[]
let withNoIds: Target[]
/** Everything that the server logs, from the first line on. */
let lines = ''
beforeAll(async () => {
  const to = new Writable({
    write: (line, _, done) => {
      lines += String(line)
      done()
    },
  })
  house = await isolationHouse({}, { log: createLog('trace', to) })
  await workOfVictim(house)
  columns = await plantCanaries(house.owner, victimDid)
  canaries = new Map([...readersOf(columns), ...canariesOfApi])
  ;[secrets, objects] = await Promise.all([secretsOf(house), objectsOf(house)])
  withTheirIds = aimedAt(outsiderDid, objects)
  withNoIds = aimedAt(outsiderDid, objects.map(absentLike))
  asking = asker(house, { secrets, canaries })
})
afterAll(() => house.close())

const asOutsider = (role: string) =>
  role === 'nobody' ? role : `outsider-${role.replaceAll('_', '-')}`
const everybody = ['nobody', ...outsiders].map(asOutsider)

/** Rows as they were, without the chain's head, which moves when somebody asks the company something. */
async function rowsOfVictim(): Promise<Set<string>> {
  const tables = await house.tenantTables()
  return new Set(
    tables
      .filter(({ name }) => name !== 'audit.head')
      .flatMap(({ name, rows }) => rows.map((row) => `${name} ${JSON.stringify(row)}`)),
  )
}

test('[ID-08] what belongs to another company is absent, unreadable and unchangeable', async () => {
  const before = await rowsOfVictim()
  const wrong: string[] = []
  let cells = 0
  // Every operation is asked for, each by its share of the roles.
  for (const [n, target] of theirs.entries())
    for (const role of drawn(everybody, 1, n)) {
      wrong.push(...(await asking.wrongAtTheDoor(role, n)))
      const own = mine[n]
      if (!own) throw new Error('The documents differ')
      // Their company inside a request to the own one, and the other way about; then only the own.
      for (const [aim, path] of [
        [target, outsiderDid],
        [own, victimDid],
        [own, outsiderDid],
      ] as const)
        wrong.push(...asking.faultsOf(role, await asking.ask(role, aim, path)))
      cells += 5
    }
  console.log(
    `isolation of the product: ${cells} cells, ${asking.allowed()} with own things, ${secrets.size} secrets`,
  )
  // Where everything is refused for another reason, nothing is shown.
  expect(asking.allowed()).toBeGreaterThan(cells / 20)
  expect(wrong).toEqual([])
  const after = await rowsOfVictim()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
}, 300_000)

test('[ID-08] who may not do a thing hears so before they hear what is wrong with how they asked', async () => {
  const answers: string[] = []
  let asked = 0
  for (const [n, target] of theirs.entries()) {
    const access = operations.get(target.id)?.access
    if (typeof access !== 'object') continue
    asked++
    answers.push(...(await asking.wrongWhenGarbled('outsider-nowhere', n)))
    if (access.company !== undefined)
      answers.push(...(await asking.wrongWhenGarbled('outsider-admin', n)))
  }
  expect(asked).toBeGreaterThan(60)
  expect(answers).toEqual([])
})

/** What is wrong when somebody, in the own company, asks for things of the other one by their ids. */
async function wrongWithIds(subject: string, n: number, object: string, seed: number) {
  const [target, none] = [withTheirIds[n], withNoIds[n]]
  if (!target || !none) return []
  const denied = () => asking.ask(subject, target, outsiderDid, seed, object)
  const missing = () => asking.ask(subject, none, outsiderDid, seed, absentLike(object))
  return asking.compared(subject, denied, missing, [...objects, ...objects.map(absentLike)])
}

test('[ID-08] the ids of another company’s things open nothing, and look like those of nothing', async () => {
  const before = await rowsOfVictim()
  const wrong: string[] = []
  let cells = 0
  for (const subject of ['admin', 'compliance_officer', 'developer'].map(asOutsider))
    for (const [n, target] of withTheirIds.entries()) {
      const inPath = target.params.some((param) => !holdsDid(target, param))
      const ids = inPath ? objects : objects.slice(0, 4)
      for (const [seed, object] of drawn([...ids.entries()], 1, n)) {
        wrong.push(...(await wrongWithIds(subject, n, object, seed)))
        cells += 2
      }
    }
  console.log(`isolation of the product: ${cells} cells with ${objects.length} ids`)
  expect(wrong).toEqual([])
  const after = await rowsOfVictim()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
}, 300_000)

test('[ID-08] the tester is tested: who belongs there sees it', async () => {
  const seen = new Set<string>()
  for (const subject of ['marcus', 'ana'])
    for (const target of theirs.filter(({ method }) => method === 'GET'))
      for (const leak of asking.leaksOf('nobody', await asking.ask(subject, target, victimDid)))
        seen.add(leak)
  const places = [...canaries.values()].map(([place]) => place).filter((place) => seen.has(place))
  console.log(`isolation of the product: its own people see ${places.length} canaries`)
  expect(places.length).toBeGreaterThan(50)
  expect(seen.size).toBeGreaterThan(secrets.size / 10)
})

test('[ID-08] a guard that is taken away is noticed, and opens no company’s transaction', async () => {
  const unnoticed: string[] = []
  const leaking: string[] = []
  for (const [n, target] of theirs.entries()) {
    const operation = operations.get(target.id)
    const access = operation?.access
    if (typeof access !== 'object' || access.company === undefined) continue
    Reflect.set(operation ?? {}, 'access', 'viewer')
    if ((await asking.wrongAtTheDoor('outsider-viewer', n)).length === 0) unnoticed.push(target.id)
    const done = await asking.ask('outsider-viewer', target, victimDid)
    // An operation that runs in its company's transaction names no company then, and fails.
    const isOpen = operation?.transaction === 'own'
    if (!isOpen && asking.leaksOf('outsider-viewer', done).length > 0) leaking.push(target.id)
    Reflect.set(operation ?? {}, 'access', access)
  }
  // It asks for the permission of the inner action besides, and refuses alike.
  expect(unnoticed).toEqual(['bulk.prepare', 'uploads.list', 'pdf.request'])
  expect(leaking).toEqual([])
})

test('[ID-08] a leak of any column is noticed, by its name', async () => {
  const unnoticed: string[] = []
  const [shown] = theirs.filter(({ id }) => id === 'public.getVasp')
  if (!shown) throw new Error('Nothing is public')
  const { rows } = await house.owner.query<{ profile: string }>(
    'select profile::text from trust.vasp where vasp_did = $1',
    [victimDid],
  )
  for (const [canary, [place, readers]] of canaries) {
    await house.owner.query(
      `update trust.vasp set profile = profile || jsonb_build_object('description', $2::text) where vasp_did = $1`,
      [victimDid, `As we said: ${canary}.`],
    )
    const leaks = asking.leaksOf('nobody', await asking.ask('nobody', shown, victimDid))
    if (leaks.includes(place) !== (readers !== 'anyone')) unnoticed.push(place)
  }
  await house.owner.query('update trust.vasp set profile = $2 where vasp_did = $1', [
    victimDid,
    rows[0]?.profile,
  ])
  expect(unnoticed).toEqual([])
})

test('[ID-08] a text column that comes later is bare until it is marked, and marked by itself', async () => {
  const { owner } = house
  await owner.query('alter table trust.setting add column remark text')
  const fresh = (await freeColumns(owner)).find(({ name }) => name === 'trust.setting.remark')
  if (!fresh) throw new Error('The new column was not found')
  expect(await isMarked(owner, victimDid, fresh)).toBe(false)
  await plantCanaries(owner, victimDid)
  expect(await isMarked(owner, victimDid, fresh)).toBe(true)
  await owner.query('alter table trust.setting drop column remark')
})

test('[ID-08] [ER-04] no canary stands in a line of the log, a mail to a stranger, or another company’s rows', async () => {
  const before = lines.length
  for (const subject of ['marcus', asOutsider('admin')])
    for (const target of theirs.filter(({ method }) => method === 'GET'))
      await asking.ask(subject, target, victimDid)
  const logged = [...new Set(lines.match(canaryForm))].map(
    (mark) => canaries.get(mark)?.[0] ?? mark,
  )
  expect(lines.length - before).toBeGreaterThan(100 * theirs.length)
  expect(logged).toEqual([])
  const { rows: mails } = await house.owner.query<{ recipient: string; text: string }>(
    `select recipient, subject || ' ' || body as text from mail.outbox`,
  )
  expect(mails.length).toBeGreaterThan(3)
  const strange = mails.filter(({ recipient }) => !recipient.endsWith('@kestrelbay.example'))
  expect(strange.filter(({ text }) => canaryForm.test(text))).toEqual([])
  const found: string[] = []
  for (const { name } of await house.tenantTables()) {
    const { rows } = await house.owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where vasp_did <> $1`,
      [victimDid],
    )
    for (const { row } of rows)
      for (const mark of row.match(canaryForm) ?? [])
        found.push(`${name}: ${canaries.get(mark)?.[0] ?? mark}`)
  }
  expect(found).toEqual([])
})

test('[ID-08] every column of the company that can hold a text holds a canary', async () => {
  const bare: string[] = []
  for (const one of await freeColumns(house.owner))
    if (one.name !== 'trust.vasp.profile' && !(await isMarked(house.owner, victimDid, one)))
      bare.push(one.name)
  const all = await textColumns(house.owner)
  const bound = all.filter((one) => one.bound !== null)
  console.log(
    `isolation of the product: ${all.length} text columns, ${columns.length} with a canary, ${bound.length} bound by the database, ` +
      `${Object.keys(wordsOfContract).length} by the contract; ${canaries.size} canaries`,
  )
  expect(bare).toEqual([])
})
