import { readOnlyReason } from '@countersign/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Target } from '../fuzz/request.fixture.ts'
import { holdsDid, operations } from '../product-fields.fixture.ts'
import { signedIn } from '../session.fixture.ts'
import { canaryForm, plantCanaries, readersOf } from './columns.fixture.ts'
import { isolationHouse, victimDid } from './house.fixture.ts'
import { draftOf, exchange } from './isolation.fixture.ts'
import { aimedAt } from './victim.fixture.ts'

let house: Awaited<ReturnType<typeof isolationHouse>>
let canaries: ReturnType<typeof readersOf>
let headers: Record<string, string>
beforeAll(async () => {
  house = await isolationHouse()
  canaries = readersOf(await plantCanaries(house.owner, victimDid))
  const cookie = await signedIn(house.databaseUrl, 'noor')
  headers = { cookie, 'x-user-agent': 'test' }
  const begun = await house.product.app.inject({
    ...{ method: 'POST', url: '/api/auth/observing', headers },
    payload: { vaspDID: victimDid, reason: 'The company asked us to look.' },
  })
  expect(begun.statusCode).toBe(200)
})
afterAll(() => house.close())

const ask = (target: Target, did = victimDid, more: readonly string[] = []) => {
  const draft = draftOf(target, 5)
  return exchange(house.product.app, {
    ...{ target, draft, headers },
    query: [...draft.query.map((pair) => pair.join('=')), ...more].join('&'),
    ids: (param) => (holdsDid(target, param) ? did : 'none'),
  })
}
const isRead = ({ id, method }: Target) => method === 'GET' && !operations.get(id)?.navigation

/** What a company keeps from the network, too: no look opens it. */
const closed = [
  ...['trust.review', 'trust.review_history', 'trust.review_waiting'],
  ...['trust.ddq_mark', 'trust.ddq_pin', 'trust.ddq_thread', 'trust.ddq_comment'],
  ...['trust.ddq_answer', 'trust.ddq_draft', 'trust.ddq_discarded', 'trust.ddq_editor'],
  ...['trust.document', 'trust.document_version', 'trust.vasp_billing', 'audit.entry'],
  ...[
    'identity.invitation',
    'identity.request',
    'identity.session',
    'trust.preference',
    'trust.look',
  ],
]

test('[ID-08] an operator who looks sees what viewers read, and nothing that is kept from the network', async () => {
  const seen = new Set<string>()
  let answered = 0
  for (const target of aimedAt(victimDid).filter(isRead)) {
    const { status, text } = await ask(target)
    // The registers are not configured here.
    expect(status, target.id).not.toBe(500)
    if (status === 200) answered++
    for (const mark of text.match(canaryForm) ?? []) seen.add(canaries.get(mark)?.[0] ?? mark)
  }
  console.log(`observing: ${answered} reads answered, ${seen.size} columns seen`)
  const leaks = [...seen].filter((place) => closed.includes(place.slice(0, place.lastIndexOf('.'))))
  expect(leaks).toEqual([])
  // The tester is tested: what viewers read is there, the names of the team for one.
  expect(answered).toBeGreaterThan(15)
  expect(seen).toContain('identity.user.own_name')
})

test('[ID-08] an operator who looks changes nothing, by any operation', async () => {
  const rows = async () => {
    const tables = await house.tenantTables()
    const kept = tables.filter(({ name }) => !/^(audit\.|identity\.obs)/.test(name))
    return kept.map(({ name, rows }) => `${name} ${JSON.stringify(rows)}`)
  }
  const before = await rows()
  const wrong: string[] = []
  for (const target of aimedAt(victimDid)) {
    const operation = operations.get(target.id)
    if (target.method === 'GET' || operation?.form || target.id === 'auth.stopObserving') continue
    const { status, body } = await ask(target)
    if (status !== 403 || !body.includes(readOnlyReason))
      wrong.push(`${target.id}: ${status} ${body.slice(0, 120)}`)
  }
  expect(wrong).toEqual([])
  expect(await rows()).toEqual(before)
})

test('[ID-08] what others share with the company stays closed to an operator who looks', async () => {
  const { rows } = await house.owner.query<{ vasp_did: string }>(
    `select distinct g.vasp_did from trust.document_grant g
     join trust.ddq_version v on v.vasp_did = g.vasp_did
     where g.grantee_did = $1`,
    [victimDid],
  )
  expect(rows.length).toBeGreaterThan(0)
  const shared = aimedAt(victimDid).filter(
    ({ id }) =>
      /^(questionnaire|documentRequest)\./.test(id) ||
      ['document.download', 'document.listShared'].includes(id),
  )
  for (const { vasp_did: owner } of rows)
    for (const target of shared.filter(isRead)) {
      const { status } = await ask(target, owner, [`requestingVASPdid=${victimDid}`])
      expect([403, 404, 422], target.id).toContain(status)
    }
})

/** What a company keeps from an operator who does not look either. */
const kept = closed.filter(
  (table) => !/audit\.entry|vasp_billing|identity\.|trust\.preference/.test(table),
)

test('[ID-08] outside a look every read of an operator leaves a row, and what is kept stays closed', async () => {
  const cookie = await signedIn(house.databaseUrl, 'noor')
  const call = (target: Target) => {
    const draft = draftOf(target, 5)
    return exchange(house.product.app, {
      ...{ target, draft, headers: { cookie, 'x-user-agent': 'test' } },
      query: draft.query.map((pair) => pair.join('=')).join('&'),
      ids: (param) => (holdsDid(target, param) ? victimDid : 'none'),
    })
  }
  const seen = new Set<string>()
  const read: string[] = []
  for (const target of aimedAt(victimDid).filter(isRead)) {
    const { status, text } = await call(target)
    if (status === 200 && target.params.some((param) => holdsDid(target, param)))
      read.push(operations.get(target.id)?.path ?? target.id)
    // What a company shows as evidence it shows to the network.
    if (target.id.startsWith('evidence.')) continue
    for (const mark of text.match(canaryForm) ?? []) seen.add(canaries.get(mark)?.[0] ?? mark)
  }
  const leaks = [...seen].filter((place) => kept.includes(place.slice(0, place.lastIndexOf('.'))))
  expect(leaks).toEqual([])
  const { rows } = await house.owner.query<{ path: string }>(
    `select detail ->> 'path' as path from audit.entry
     where vasp_did = $1 and action = 'operator.read'`,
    [victimDid],
  )
  const noted = rows.map(({ path }) => path)
  const isOpenToAll = (path: string) => path.startsWith('/countersignPublic/')
  expect(read.filter((path) => !noted.includes(path) && !isOpenToAll(path))).toEqual([])
  expect(read.length).toBeGreaterThan(9)
})

test('[ID-08] an operator gets no credential of a company, and acts in nobody’s name with documents', async () => {
  const cookie = await signedIn(house.databaseUrl, 'noor')
  const { rows } = await house.owner.query<{ vasp_did: string }>(
    'select vasp_did from trust.vasp where vasp_did <> $1 order by vasp_did limit 1',
    [victimDid],
  )
  const other = rows[0]?.vasp_did ?? ''
  const post = async (url: string, payload: object = {}) => {
    const headers = { cookie, 'x-user-agent': 'test' }
    const answer = await house.product.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers,
      payload,
    })
    return { status: answer.statusCode, body: answer.body }
  }
  const requests = (owner: string, by: string, action: string) =>
    `/tf/vasps/${owner}/documents/requests?requestingVASPdid=${by}&documentType=SOC2_REPORT&accessAction=${action}`
  const answers = await Promise.all([
    post(`/auth/credentials/${victimDid}`),
    post(`/v1/vasps/${victimDid}/webhook-portal`),
    post(requests(other, victimDid, 'REQUEST')),
    post(requests(victimDid, other, 'APPROVE')),
    post(`/tf/vasps/${victimDid}/documents/none/grants`, {
      vaspDID: other,
      expiresAt: '2030-01-01T00:00:00Z',
    }),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 403,
      body: expect.stringContaining('You need the permission'),
    })
})

test('[ID-08] the company’s admin reads in the activity who looked, why, and at what', async () => {
  const cookie = await signedIn(house.databaseUrl, 'marcus')
  const answer = await house.product.app.inject({
    ...{ method: 'GET', headers: { cookie } },
    url: `/api/v1/vasps/${victimDid}/audit?action=observer&per_page=100`,
  })
  const entries: { action: string; detail: Record<string, unknown> }[] = answer.json().entries
  expect(entries.at(-1)).toMatchObject({
    action: 'observer.start',
    detail: { reason: 'The company asked us to look.' },
  })
  const looked = entries.map(({ detail }) => detail.path)
  expect(looked).toContain('/auth/vaspUsers/{vaspDid}')
})
