import { afterAll, beforeAll, expect, test } from 'vitest'
import { acme, type Desk, globex, startDesk } from './desk.fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
  await desk.context.ensureUsers([
    {
      subject: 'ada',
      email: 'ada@acme.example',
      name: 'Ada',
      roles: [{ vaspDID: acme, role: 'admin' }],
    },
    {
      subject: 'bo',
      email: 'bo@globex.example',
      name: 'Bo',
      roles: [{ vaspDID: globex, role: 'admin' }],
    },
    {
      subject: 'cy',
      email: 'cy@acme.example',
      name: 'Cy',
      roles: [
        { vaspDID: acme, role: 'viewer' },
        { vaspDID: globex, role: 'viewer' },
      ],
    },
  ])
})
afterAll(() => desk.stop())

const names = (tenant: string) =>
  desk.database.withTenant(tenant, async (tx) => {
    const rows = await tx.selectFrom('identity.user').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  })

test('[ID-08] a company sees its own people and memberships alone', async () => {
  expect(await names(acme)).toEqual(['Ada', 'Cy'])
  expect(await names(globex)).toEqual(['Bo', 'Cy'])
  expect(await names("did:x' or 1=1")).toEqual([])
  const seen = await desk.database.withTenant(acme, (tx) =>
    tx.selectFrom('identity.membership').select('vasp_did').distinct().execute(),
  )
  expect(seen).toEqual([{ vasp_did: acme }])
})

test('[ID-08] nobody sees anyone, a person themselves and their own companies', async () => {
  const all = await desk.database.withNobody(async (tx) => [
    ...(await tx.selectFrom('identity.user').select('id').execute()),
    ...(await tx.selectFrom('identity.membership').select('role').execute()),
  ])
  expect(all).toEqual([])
  const [cy] = await desk.database.withUser(`${desk.provider.issuer} cy`, (tx) =>
    tx.selectFrom('identity.user').select(['id', 'name']).execute(),
  )
  expect(cy?.name).toBe('Cy')
  const own = await desk.database.withUser(cy?.id ?? '', (tx) =>
    tx
      .selectFrom('identity.membership')
      .select(['vasp_did', 'user_id'])
      .orderBy('vasp_did')
      .execute(),
  )
  expect(own).toEqual([
    { vasp_did: acme, user_id: cy?.id },
    { vasp_did: globex, user_id: cy?.id },
  ])
})

test('[ID-08] a person may not give themselves a role, nor a company one elsewhere', async () => {
  const row = (vasp_did: string, user_id: string) => ({
    ...{ vasp_did, user_id, role: 'admin', source: 'admin', created_at: new Date() },
  })
  const ids = await desk.database.withTenant(acme, (tx) =>
    tx.selectFrom('identity.user').select('id').where('name', '=', 'Cy').execute(),
  )
  const cy = ids[0]?.id ?? ''
  await expect(
    desk.database.withUser(cy, (tx) =>
      tx.insertInto('identity.membership').values(row(acme, cy)).execute(),
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(
    desk.database.withTenant(acme, (tx) =>
      tx.insertInto('identity.membership').values(row(globex, cy)).execute(),
    ),
  ).rejects.toThrow(/row-level security/)
  const changed = await desk.database.withUser(cy, (tx) =>
    tx.updateTable('identity.membership').set({ ended_at: null }).executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(0n)
  const renamed = await desk.database.withTenant(acme, (tx) =>
    tx.updateTable('identity.user').set({ name: 'Eve' }).executeTakeFirst(),
  )
  expect(renamed.numUpdatedRows).toBe(0n)
})

test('[ID-08] a company has people where some work, are asked in or ask to come in now, or machines work', async () => {
  const [none, ended, asked, asking, machines] = ['a', 'b', 'c', 'd', 'e'].map(
    (name) => `did:web:${name}.example`,
  )
  const isPeopled = async (did = '') => desk.context.isPeopled(did)
  await desk.context.ensureUsers([
    {
      ...{ subject: 'di', email: 'di@b.example', name: 'Di' },
      roles: [{ vaspDID: ended ?? '', role: 'admin' }],
    },
  ])
  expect(await isPeopled(ended), 'she works there').toBe(true)
  const invite = (did: string | undefined, until: string) => `insert into identity.invitation
    (vasp_did, id, email, role, invited_by, created_at, sent_at, expires_at, ended_at)
    values ('${did}', 'inv_${until}', 'x@b.example', 'viewer', 'system', now(), now(), now(), ${until})`
  const ask = (did: string | undefined, state: string, at: string) => `insert into identity.request
    (vasp_did, id, kind, user_id, role, domain_proven, state, created_at, decided_at)
    select '${did}', 'req_${state}', 'join', id, 'viewer', true, '${state}', now(), ${at}
    from identity."user" where name = 'Di'`
  for (const statement of [
    `update identity.membership set ended_at = now() where vasp_did = '${ended}'`,
    ...[invite(ended, 'now()'), invite(asked, 'null')],
    ...[ask(ended, 'withdrawn', 'now()'), ask(asking, 'pending', 'null')],
    `insert into identity.credential (vasp_did, id, name, limited, secret_hash, created_at, created_by)
      values ('${machines}', 'client_${'a'.repeat(27)}', 'Ledger', false, sha256('a'), now(), 'system')`,
  ])
    await desk.rows(statement)
  for (const did of [asked, asking, machines]) expect(await isPeopled(did), did).toBe(true)
  for (const did of [none, ended]) expect(await isPeopled(did), did).toBe(false)
})
