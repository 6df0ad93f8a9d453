import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Target } from './fuzz-request.fixture.ts'
import { draftOf, type Exchange, exchange, leaves } from './isolation.fixture.ts'
import {
  absentDid,
  isolationHouse,
  outsiderDid,
  outsiders,
  victimDid,
} from './isolation-house.fixture.ts'
import { aimedAt, objectsOf, secretsOf } from './isolation-victim.fixture.ts'
import { companyField, holdsDid, operations } from './product-fields.fixture.ts'
import { signedIn } from './session.fixture.ts'

let house: Awaited<ReturnType<typeof isolationHouse>>
let secrets: Set<string>
let objects: string[]
beforeAll(async () => {
  house = await isolationHouse()
  ;[secrets, objects] = await Promise.all([secretsOf(house), objectsOf(house)])
})
afterAll(() => house.close())

const cookies = new Map<string, string>()
async function cookieOf(subject: string): Promise<object> {
  if (subject === 'nobody') return {}
  const cookie = cookies.get(subject) ?? (await signedIn(house.databaseUrl, subject))
  cookies.set(subject, cookie)
  return { cookie }
}

/** Asks as this person; `path` is the DID in the path, the target's own drafts hold the others. */
async function ask(subject: string, target: Target, path: string, seed = 5, object = 'none') {
  const draft = draftOf(target, seed)
  const done = await exchange(house.product.app, {
    ...{ target, draft, query: draft.query.map((pair) => pair.join('=')).join('&') },
    ids: (param) => (holdsDid(target, param) ? path : object),
    headers: { 'x-user-agent': 'test', ...(await cookieOf(subject)) },
  })
  // Some operations end the session they come in, or give it another id.
  if (/logout|session|switch|leave/i.test(target.id)) cookies.delete(subject)
  return done
}

/** The company's secrets that an answer holds and the question did not. */
function leaksOf({ request, body }: Exchange): string[] {
  const asked = decodeURIComponent(request.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
  const words = (() => {
    try {
      return leaves(JSON.parse(body))
    } catch {
      return [...secrets].filter((secret) => body.includes(secret))
    }
  })()
  return [...new Set(words)].filter((word) => secrets.has(word) && !asked.includes(word))
}

const asOutsider = (role: string) =>
  role === 'nobody' ? role : `outsider-${role.replaceAll('_', '-')}`

/** What is wrong when a stranger asks for the company itself. */
async function wrongAtTheDoor(role: string, n: number): Promise<string[]> {
  const [target, none] = [theirs[n], absent[n]]
  if (!target || !none) return []
  const done = await ask(asOutsider(role), target, victimDid)
  const wrong = faultsOf(role, done)
  if (companyField(target) === undefined) return wrong
  if (done.status !== (role === 'nobody' ? 401 : 403))
    wrong.push(`${role} not refused: ${told(done)}`)
  const missing = await ask(asOutsider(role), none, absentDid)
  const plain = ({ status, text }: Exchange, did: string) =>
    `${status} ${text.replaceAll(did, 'DID')}`
  if (plain(done, victimDid) !== plain(missing, absentDid))
    wrong.push(`${role} tells it from absent: ${told(done)} and ${told(missing)}`)
  return wrong
}

const told = ({ request, status, body }: Exchange) =>
  `${request.slice(0, 200)} → ${status} ${body.slice(0, 200)}`

function faultsOf(role: string, done: Exchange): string[] {
  const leaks = leaksOf(done)
  return [
    ...(leaks.length > 0 ? [`${role} sees ${leaks.slice(0, 5).join(', ')}: ${told(done)}`] : []),
    ...(done.status >= 500 && done.status !== 503 && done.status !== 501
      ? [`${role}: ${told(done)}`]
      : []),
  ]
}

const theirs = aimedAt(victimDid)
const mine = aimedAt(outsiderDid)
const absent = aimedAt(absentDid)
const everybody = ['nobody', ...outsiders]

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
  for (const role of everybody)
    for (const [n, target] of theirs.entries()) {
      wrong.push(...(await wrongAtTheDoor(role, n)))
      const own = mine[n]
      if (!own) throw new Error('The documents differ')
      // Their company inside a request to the own one, and the other way about; then only the own.
      for (const [aim, path] of [
        [target, outsiderDid],
        [own, victimDid],
        [own, outsiderDid],
      ] as const)
        wrong.push(...faultsOf(role, await ask(asOutsider(role), aim, path)))
      cells += 5
    }
  console.log(`isolation of the product: ${cells} cells, ${secrets.size} secrets`)
  expect(wrong).toEqual([])
  const after = await rowsOfVictim()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
}, 300_000)

test('[ID-08] the ids of another company’s things open nothing', async () => {
  const before = await rowsOfVictim()
  const wrong: string[] = []
  let cells = 0
  const aimed = aimedAt(outsiderDid, objects)
  for (const role of ['admin', 'compliance_officer', 'developer'])
    for (const target of aimed) {
      const params = target.params.filter((param) => !holdsDid(target, param))
      const ids = params.length > 0 ? objects : ['none']
      for (const [seed, object] of ids.slice(0, 60).entries()) {
        const done = await ask(asOutsider(role), target, outsiderDid, seed, object)
        wrong.push(...faultsOf(role, done))
        cells++
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
      for (const leak of leaksOf(await ask(subject, target, victimDid))) seen.add(leak)
  expect(seen.size).toBeGreaterThan(secrets.size / 10)
})

test('[ID-08] a guard that is taken away is noticed, operation by operation', async () => {
  const unnoticed: string[] = []
  for (const [n, target] of theirs.entries()) {
    const operation = operations.get(target.id)
    const access = operation?.access
    if (typeof access !== 'object' || access.company === undefined) continue
    Reflect.set(operation ?? {}, 'access', 'viewer')
    if ((await wrongAtTheDoor('viewer', n)).length === 0) unnoticed.push(target.id)
    Reflect.set(operation ?? {}, 'access', access)
  }
  expect(unnoticed).toEqual([])
})
