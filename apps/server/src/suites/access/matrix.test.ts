import { createHash } from 'node:crypto'
import {
  holds,
  internalAdmin,
  type MachineRole,
  type Operation,
  observer,
  permissions,
  permissionsOf,
  type Role,
  type RoleGrant,
  readOnlyReason,
  roles,
} from '@countersign/contracts'
import { testPool } from '@countersign/kit/testing-query'
import { seedVasps } from '@countersign/trust'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoVasps } from '../../demo/index.ts'
import type { Draft, Target } from '../fuzz/request.fixture.ts'
import { draftOf, exchange } from '../isolation/isolation.fixture.ts'
import { aimedAt } from '../isolation/victim.fixture.ts'
import { holdsDid, operations } from '../product-fields.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { oracleGives, oracleOf } from './oracle.fixture.ts'

const own = 'did:web:own.example'
const gateway = 'did:web:gateway.example'
const other = 'did:web:other.example'

/** Somebody who asks: what they hold, and how they show who they are. */
type Actor = {
  readonly name: string
  readonly grants: readonly RoleGrant[]
  readonly machine: boolean
  readonly headers: Readonly<Record<string, string>>
}

const sha256 = (text: string) => createHash('sha256').update(text)
/** As long as the secrets of the house are. */
const secretOf = (name: string) => sha256(name).digest('base64url')
const hashOf = (name: string) => sha256(secretOf(name)).digest('hex')
const subjectOf = (role: Role) => role.replaceAll(/[ _]/g, '-').toLowerCase()

const person = (role: Role): Actor => ({
  name: role,
  machine: false,
  grants: [{ vaspDID: role === internalAdmin ? null : own, role }],
  headers: { cookie: `countersign=${secretOf(role)}`, 'x-user-agent': 'test' },
})
const machine = (name: string, grants: readonly RoleGrant[]): Actor => ({
  ...{ name, grants, machine: true },
  headers: { authorization: `Bearer ${secretOf(name)}` },
})
/** The internal admin who looks into the company: another session of the same person. */
const looks: Actor = {
  ...{ name: observer, machine: false, grants: [{ vaspDID: own, role: observer }] },
  headers: { cookie: `countersign=${secretOf(observer)}`, 'x-user-agent': 'test' },
}
const clients: readonly { name: string; did: string; limited: boolean }[] = [
  { name: 'client', did: own, limited: false },
  { name: 'limited', did: own, limited: true },
  { name: 'delegated', did: gateway, limited: false },
]
const at = (vaspDID: string, role: MachineRole) => ({ vaspDID, role })
const actors: readonly Actor[] = [
  ...roles.map(person),
  looks,
  machine('client', [at(own, 'client')]),
  machine('limited', [at(own, 'limited_client')]),
  machine('delegated', [at(gateway, 'client'), at(own, 'client')]),
]

const clientId = (name: string) => `client_${name.padEnd(27, '0')}`

/** Everybody's roles, sessions and tokens as they were: what one cell changes is no matter to the next. */
const restore = `
  delete from identity.session;
  update identity.membership set ended_at = null where vasp_did = '${own}';
  update trust.vasp set subsidiary_of = '${gateway}' where vasp_did = '${own}';
  ${roles
    .map(
      (
        role,
      ) => `insert into identity.session (id_hash, user_id, created_at, last_active_at, expires_at,
        id_token, user_agent) select '\\x${hashOf(role)}', id, now(), now(), now() + interval '1 hour', 'none',
        'test' from identity."user" where subject = '${subjectOf(role)}';`,
    )
    .join('\n')}
  insert into identity.observation (vasp_did, id, user_id, reason, started_at, ends_at)
    select '${own}', 'obs_1', id, 'For the matrix', now(), now() + interval '1 hour'
    from identity."user" where subject = '${subjectOf(internalAdmin)}'
    on conflict (id) do update set ended_at = null;
  insert into identity.session (id_hash, user_id, created_at, last_active_at, expires_at, id_token, user_agent,
      observation_id)
    select '\\x${hashOf(observer)}', user_id, now(), now(), now() + interval '1 hour', 'none', 'test', id
    from identity.observation where id = 'obs_1';
  ${clients
    .map(
      ({
        name,
        did,
        limited,
      }) => `insert into identity.credential (vasp_did, id, name, limited, secret_hash,
        created_at, created_by) values ('${did}', '${clientId(name)}', '${name}', ${limited}, '\\x${hashOf(name)}', now(),
        'system') on conflict do nothing;
      insert into identity.access_token values ('\\x${hashOf(name)}', '${did}', '${clientId(name)}', now(),
        now() + interval '1 hour') on conflict do nothing;`,
    )
    .join('\n')}
  insert into identity.delegation values ('${own}', '${gateway}', '${clientId('delegated')}', false, now(),
    'system') on conflict do nothing;`

let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: pg.Pool
beforeAll(async () => {
  fixture = await serverFixture()
  const { product, databaseUrl } = fixture
  owner = testPool({ connectionString: databaseUrl, max: 1 })
  const [like] = await demoVasps()
  if (!like) throw new Error('The demo has no companies')
  const company = (did: string) => ({
    ...{ ...like, did, profile: { name: did }, emailDomains: [], subsidiaryOf: null },
  })
  await seedVasps(product.database, [company(gateway), company(own), company(other)], new Date())
  await product.identity.ensureUsers(
    roles.map((role) => ({
      ...{ subject: subjectOf(role), email: `${subjectOf(role)}@own.example`, name: role },
      roles: [role === internalAdmin ? { role } : { vaspDID: own, role }],
    })),
  )
})
afterAll(async () => {
  await owner.end()
  await fixture.close()
})

/** Whether the oracle lets them; the product's own table is not asked. */
function mayCall(actor: Actor, operation: Operation, did: string): boolean {
  const { grants, machine } = actor
  const { access, method, download } = operation
  // Whoever looks reads and opens no files; to end it is all that they can do. Where a form is sent no
  // cookie counts, so nobody looks.
  const isLast = operation.path === '/auth/observing' && method === 'DELETE'
  const changes = method !== 'GET' && !isLast && !operation.form
  if (actor === looks && (download || changes)) return false
  if (access === 'anyone') return true
  if (access === 'viewer') return !machine
  if (typeof access === 'string') throw new Error(`Not a rule of the product: ${access}`)
  return grants.some(
    ({ vaspDID, role }) =>
      oracleGives(role, access.permission) &&
      (access.people
        ? vaspDID === did && (role !== observer || access.people === 'inside')
        : access.company === undefined || vaspDID === did || role === internalAdmin),
  )
}

/** The gate's own words; a handler may refuse more than the gate, with others. */
const isRefusal = (body: string, { access }: Operation, isForVerdicts: boolean) =>
  [
    ...(isForVerdicts ? ['You need the permission trustframework.getVASP in this company'] : []),
    typeof access === 'object'
      ? `You need the permission ${access.permission}`
      : 'Only for signed-in users',
    ...[readOnlyReason, 'can’t open files', 'Operators can’t see this'],
  ].some((words) => body.includes(words))

/** Where a handler asks for more than the gate, since two companies or private verdicts are concerned. */
const narrower: Readonly<Record<string, (actor: Actor, did: string) => boolean>> = {
  questionnaire: (_, did) => did === other,
  documentRequest: (actor, did) => did === other || actor === looks || actor.name === internalAdmin,
  document: (_, did) => did === other,
}
const isNarrowed = ({ id }: Target, actor: Actor, did: string) =>
  narrower[id.slice(0, id.indexOf('.'))]?.(actor, did) ?? false

const namesReviewer = ({ query }: Draft) => query.some(([name]) => name === 'reviewedByVaspDID')

/** What is asked: where a query names a reviewer, the same without one too. */
function draftsOf(target: Target): Draft[] {
  const draft = draftOf(target, 5)
  const plain = { ...draft, query: draft.query.filter(([name]) => name !== 'reviewedByVaspDID') }
  return namesReviewer(draft) ? [draft, plain] : [draft]
}

/** A verdict is read by its reviewer's own people alone, who may read the company as a whole. */
const maySeeVerdicts = ({ grants }: Actor, did: string) =>
  grants.some(
    ({ vaspDID, role }) =>
      vaspDID === did && role !== observer && oracleGives(role, 'trustframework.getVASP'),
  )

async function ask(actor: Actor, target: Target, did: string, draft = draftOf(target, 5)) {
  return exchange(fixture.product.app, {
    ...{ target, draft, headers: actor.headers },
    query: draft.query.map((pair) => pair.join('=')).join('&'),
    ids: (param) => (holdsDid(target, param) ? did : 'none'),
  })
}

test('[ID-08] [ID-06] every operation lets those whose role has its permission, there and nowhere else', async () => {
  const wrong: string[] = []
  let cells = 0
  let letIn = 0
  // Only what got in may have changed something, and few reads do: those that browsers navigate to.
  let changed = true
  for (const did of [own, other])
    for (const target of aimedAt(did)) {
      const operation = operations.get(target.id)
      if (!operation) throw new Error(`No such operation: ${target.id}`)
      const cellsOf = draftsOf(target).flatMap((draft) => actors.map((actor) => ({ actor, draft })))
      for (const { actor, draft } of cellsOf) {
        if (changed) await owner.query(restore)
        const { status, body } = await ask(actor, target, did, draft)
        const reads = operation.method === 'GET' && !operation.navigation
        changed = status >= 500 || (status < 400 && !reads)
        const isForVerdicts = namesReviewer(draft)
        const refused =
          status === 401 || (status === 403 && isRefusal(body, operation, isForVerdicts))
        const may = mayCall(actor, operation, did) && (!isForVerdicts || maySeeVerdicts(actor, did))
        const told = () => `${actor.name} in ${did}: ${target.id}: ${status} ${body.slice(0, 160)}`
        // What is malformed is told before who may, and does nothing.
        if (!may && !refused && status !== 422) wrong.push(`let in: ${told()}`)
        // An open operation may ask for a secret of its own, as the token endpoint does.
        const isOpen = operation.access === 'anyone'
        if (may && refused && !isOpen && !isNarrowed(target, actor, did))
          wrong.push(`refused: ${told()}`)
        if (status === 500) wrong.push(told())
        cells++
        if (may) letIn++
      }
    }
  console.log(`access: ${cells} cells, ${letIn} let in`)
  expect(wrong).toEqual([])
}, 400_000)

test('[ID-08] the viewer names all that a person’s role gives, and no more', async () => {
  await owner.query(restore)
  for (const { name, grants, headers, machine: isMachine } of actors) {
    if (isMachine) continue
    const answer = await fixture.product.app.inject({ url: '/api/auth/viewer', headers })
    const told: { roles: { permissions: string[] }[] } = answer.json()
    const sorted = told.roles.map((one) =>
      Object.assign(one, { permissions: one.permissions.toSorted() }),
    )
    expect(sorted, name).toEqual(
      grants.map((grant) => Object.assign({ permissions: oracleOf(grant.role) }, grant)),
    )
  }
})

test('[ID-06] [ID-08] a token’s scope names all that a client may, and no more', async () => {
  await owner.query(restore)
  for (const { name, limited } of clients) {
    const answer = await fixture.product.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId(name),
        client_secret: secretOf(name),
      }).toString(),
    })
    const { scope } = answer.json<{ scope: string }>()
    expect(scope, name).toBe(oracleOf(limited ? 'limited_client' : 'client').join(' '))
  }
})

test('[ID-08] a role that ends takes effect with the very next request, on every operation', async () => {
  const wrong: string[] = []
  const admin = person('admin')
  for (const target of aimedAt(own)) {
    const access = operations.get(target.id)?.access
    if (typeof access !== 'object') continue
    await owner.query(restore)
    await owner.query(`update identity.membership set ended_at = now() where vasp_did = '${own}'`)
    const { status } = await ask(admin, target, own)
    if (![401, 403, 422].includes(status)) wrong.push(`${target.id}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('[ID-06] a company that leaves the group, or a client that ends, is refused with the next request', async () => {
  const delegated = actors.find(({ name }) => name === 'delegated')
  const target = aimedAt(own).find(({ id }) => id === 'vasp.profile')
  if (!delegated || !target) throw new Error('Nobody to ask')
  await owner.query(restore)
  expect((await ask(delegated, target, own)).status).toBe(200)
  await owner.query(`update trust.vasp set subsidiary_of = null where vasp_did = '${own}'`)
  expect((await ask(delegated, target, own)).status).toBe(403)
  await owner.query(restore)
  await owner.query(`delete from identity.credential where id = '${clientId('delegated')}'`)
  expect((await ask(delegated, target, own)).status).toBe(401)
})

test('[ID-08] the table names only permissions that exist, and machines never decrypt', () => {
  for (const [name, { access }] of operations)
    if (typeof access === 'object') expect(permissions, name).toContain(access.permission)
  for (const { grants, machine: isMachine } of actors)
    if (isMachine) expect(holds(grants, 'transactions.autoDecryption')).toBe(false)
  const never = ['manage', 'auth.vaspUsers', 'auth.manageAPIcredentials', 'settings.viewSettings']
  for (const role of ['client', 'limited_client'] as const)
    expect(never.filter((one) => [...permissionsOf[role]].some((held) => held === one))).toEqual([])
})
