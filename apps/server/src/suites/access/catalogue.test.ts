import { testDatabase } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let client: pg.Client
/** All of ours; `public` holds only the list of migrations, which no role of ours may read. */
let schemas: string[]
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  client = testClient({ connectionString: database.url })
  await client.connect()
  const found = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace
     where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`,
  )
  schemas = found.rows.map(({ name }) => name)
})
afterAll(async () => {
  await client.end()
  await drop()
})

/** Looked up by a secret's hash before anybody is known; a comment on each table says why. */
const open = new Set(['identity.session', 'identity.login', 'identity.access_token'])
const roles = ['countersign_app', 'countersign_engine', 'countersign_relay']

const rows = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<T>(text, values)).rows

test('[ID-08] every table is bound by forced row-level security', async () => {
  expect(schemas).toEqual([
    'audit',
    'billing',
    'identity',
    'mail',
    'outbox',
    'report',
    'transactions',
    'trust',
    'webhooks',
  ])
  const tables = await rows<{ name: string; forced: boolean }>(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition`,
    [schemas],
  )
  expect(tables.length).toBeGreaterThan(10)
  const unbound = tables.filter(({ forced }) => !forced)
  expect(unbound.map(({ name }) => name).filter((name) => !open.has(name))).toEqual([])
})

/** What a role may do to a table of ours although no policy says with which rows. */
const withoutPolicy = () =>
  rows<{ name: string; role: string; command: string }>(
    `select n.nspname || '.' || c.relname as name, role, command
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest($2::text[]) as role,
      (values ('SELECT', 'r'), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')) as of (command, code)
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
      and case command when 'DELETE' then has_table_privilege(role, c.oid, command)
        else has_any_column_privilege(role, c.oid, command) end
      and not exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polpermissive and p.polcmd::text in ('*', code)
          and p.polroles && array[0::oid, role::regrole::oid])
    order by 1, 2, 3`,
    [schemas, roles],
  )

test('[ID-08] for each command that a role is granted, a policy says which rows it may touch', async () => {
  const found = await withoutPolicy()
  expect(found.filter(({ name }) => !open.has(name))).toEqual([])
  await client.query('drop policy relay on mail.outbox')
  const role = 'countersign_relay'
  expect((await withoutPolicy()).filter(({ name }) => name === 'mail.outbox')).toEqual(
    ['DELETE', 'SELECT', 'UPDATE'].map((command) => ({ name: 'mail.outbox', role, command })),
  )
  await client.query(
    'create policy relay on mail.outbox to countersign_relay using (true) with check (true)',
  )
})

test('[ID-08] no policy lets the application reach every row, but for those listed here', async () => {
  const found = await rows<{ name: string }>(
    `select n.nspname || '.' || c.relname || ' ' || p.polname as name
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and p.polpermissive
      and p.polroles && array[0::oid, 'countersign_app'::regrole::oid]
      and 'true' in (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    order by 1`,
    [schemas],
  )
  expect(found.map(({ name }) => name)).toEqual([
    // Who pays for whom: the directory shows it too.
    'billing.payer everyone',
    // Mails are written and counted, never read.
    ...['mail.outbox enqueue', 'mail.sent count', 'mail.sent counting'],
    // The network's own, and what all of its members may know of each other.
    ...['transactions.asset everybody', 'transactions.network_key everybody'],
    ...['transactions.public_key everybody', 'trust.information network'],
    ...['trust.jurisdiction everyone', 'trust.jurisdiction_change everyone'],
    'trust.vasp directory',
  ])
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
  // A person and a mail belong to no company, a jurisdiction, an asset and the network's key to everyone; a transfer, with what
  // is asked about it, to two companies. A part leads with its owner; whose an address is, is asked by its key.
  const others = keys.filter(({ first }) => !tenants.includes(first)).map(({ name }) => name)
  expect(others.filter((name) => !open.has(name)).toSorted()).toEqual([
    ...[
      'billing.drift',
      'billing.provider_event',
      'billing.provider_mark',
      'billing.reconciliation',
      'identity.user',
      'mail.outbox',
      'transactions.address_claim',
      'transactions.asset',
    ],
    ...['transactions.data_request', 'transactions.network_key', 'transactions.part'],
    'transactions.transfer',
    ...['trust.jurisdiction', 'trust.jurisdiction_change'],
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
  // adds a row and does nothing else. The outbox's trigger: it gives the row its position. Transfers: an
  // owner ends a former side's key, a part goes with its last key, and whose an address is comes as one DID or none,
  // what both sides erased is overwritten, and one that erased gets no key. Billing: what the companies of the tenant’s
  // payer have used of their limit, as one number and one moment.
  const names = functions.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['audit.append', 'webhooks.make_partition']))
  const listed =
    /^(audit\.append|billing\.group_(units|reached)|outbox\.take_position|webhooks\.\w*partition\w*|transactions\.(owner_of|owner_among|note_unreachable|has_contact|unreachable_cases|network_contact|network_redirect|revoke|drop_unopenable_part|forget|keep_erased))$/
  expect(names.filter((name) => !listed.test(name))).toEqual([])
})
