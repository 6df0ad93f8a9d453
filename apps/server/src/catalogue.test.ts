import { testDatabase } from '@countersign/kit/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

/** Looked up by a secret's hash before anybody is known; a comment on each table says why. */
const open = new Set(['identity.session', 'identity.login', 'identity.access_token'])
const schemas = ['audit', 'identity', 'trust', 'webhooks']
const roles = ['countersign_app', 'countersign_engine', 'countersign_relay']

const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<T>(text, values)).rows

test('[ID-08] every table is bound by forced row-level security, with a policy for reading and writing', async () => {
  const tables = await rows<{ name: string; forced: boolean; policies: number }>(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition`,
    [schemas],
  )
  expect(tables.length).toBeGreaterThan(10)
  const unbound = tables.filter(({ forced, policies }) => !forced || policies === 0)
  expect(unbound.map(({ name }) => name).filter((name) => !open.has(name))).toEqual([])
})

test('[ID-08] a tenant table’s key begins with its tenant, or with an id inside it', async () => {
  const keys = await rows<{ name: string; first: string }>(
    `select n.nspname || '.' || c.relname as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and n.nspname = any($1) and not c.relispartition`,
    [schemas],
  )
  const tenants = ['vasp_did', 'org_id', 'app_id', 'user_id']
  // A person belongs to no company, a jurisdiction to everyone.
  const others = keys.filter(({ first }) => !tenants.includes(first)).map(({ name }) => name)
  expect(others.filter((name) => !open.has(name))).toEqual([
    ...['identity.user', 'trust.jurisdiction', 'trust.jurisdiction_change'],
  ])
})

test('[ID-08] no role of ours is a superuser, bypasses row-level security, or owns a table', async () => {
  const found = await rows(
    `select rolname from pg_roles where rolname = any($1) and not rolsuper and not rolbypassrls
      and not rolcreaterole and not rolcreatedb and not exists (select from pg_class where relowner = pg_roles.oid)`,
    [roles],
  )
  expect(found).toHaveLength(roles.length)
})

test('[ID-08] no role of ours may truncate or refer, which row-level security does not filter', async () => {
  const grants = await rows(
    `select grantee, table_name, privilege_type from information_schema.role_table_grants
    where grantee = any($1) and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
    [roles],
  )
  expect(grants).toEqual([])
})

test('[ID-08] views and functions do not lend their owner’s rights, but for those listed here', async () => {
  const functions = await rows<{ name: string }>(
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($1) and p.prosecdef order by 1`,
    [schemas],
  )
  // Partitions: each checks its arguments against a fixed list of our own tables. The audit chain: it
  // adds a row and does nothing else.
  const names = functions.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['audit.append', 'webhooks.make_partition']))
  const listed = /^(audit\.append|webhooks\.\w*partition\w*)$/
  expect(names.filter((name) => !listed.test(name))).toEqual([])
})
