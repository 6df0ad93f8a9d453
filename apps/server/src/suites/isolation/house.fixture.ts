import { run } from '@countersign/kit/testing'
import { testPool } from '@countersign/kit/testing-query'
import { seedVasps } from '@countersign/trust'
import type pg from 'pg'
import { demoVasps, seedDemo } from '../../demo/index.ts'
import { schemas } from '../product-fields.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { rowsOf } from './rows.fixture.ts'

/** The demo's main company: what it has must not be seen, or changed, by others. */
export const victimDid = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
/** A company that shares nothing with it but the network. */
export const outsiderDid = 'did:web:outsider.example'
/** One that does not exist. */
export const absentDid = 'did:web:nobody.example'

/** People of the outsider by role, one who was removed from the other company, and one without any. */
export const outsiders = [
  ...['admin', 'compliance_officer', 'developer', 'viewer', 'billing_customer_admin'],
  ...['removed', 'nowhere'],
] as const

/** A table whose rows belong to companies, with the columns that are written and the victim's rows. */
export type TenantTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** Whether the application has any right to it, policies aside. */
  readonly granted: boolean
  /** A column that the application may update, quoted; null where it may update none. */
  readonly updatable: string | null
  readonly rows: readonly object[]
}

/**
 * The product with the demo's data, and beside it a company that has nothing to do with it.
 * @param given as the server fixture takes it
 */
export async function isolationHouse(...given: Parameters<typeof serverFixture>) {
  const fixture = await serverFixture(...given)
  const { product, databaseUrl } = fixture
  const at = new Date()
  await seedDemo(product.database, product.identity, at, product.documents)
  const [like, second] = await demoVasps()
  if (!like || !second) throw new Error('The demo has no companies')
  const profile = { name: 'Outsider', website: 'https://outsider.example' }
  const outsider = { ...like, did: outsiderDid, profile, emailDomains: ['outsider.example'] }
  await seedVasps(product.database, [outsider], at)
  await product.identity.ensureUsers(
    outsiders.map((role) => ({
      subject: `outsider-${role.replaceAll('_', '-')}`,
      ...{ email: `${role}@outsider.example`, name: `Outsider ${role}` },
      roles:
        role === 'nowhere'
          ? []
          : [
              role === 'removed'
                ? { vaspDID: victimDid, role: 'admin' }
                : { vaspDID: outsiderDid, role },
            ],
    })),
  )
  await run(
    databaseUrl,
    `update identity.membership set ended_at = now() where user_id =
       (select id from identity."user" where subject = 'outsider-removed');
     insert into trust.nest_request values ('${victimDid}', '${second.did}', 'group', now());
     insert into identity.credential (vasp_did, id, name, limited, secret_hash, created_at, created_by)
       values ('${absentDid}', 'client_000000000000000000000000000', 'Gateway', false, sha256('x'), now(), 'did:example:somebody');
     insert into identity.delegation values ('${victimDid}', '${absentDid}',
       'client_000000000000000000000000000', false, now(), 'did:example:insider');
     ${rowsOf(victimDid)}`,
  )
  const owner = testPool({ connectionString: databaseUrl, max: 1 })
  return {
    ...fixture,
    owner,
    tenantTables: () => tenantTables(owner),
    close: async () => {
      await owner.end()
      await fixture.close()
    },
  }
}

async function tenantTables(owner: pg.Pool): Promise<TenantTable[]> {
  const { rows: tables } = await owner.query<{
    name: string
    columns: string[]
    granted: boolean
    updatable: string | null
  }>(
    `select n.nspname || '.' || quote_ident(c.relname) as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       has_table_privilege('countersign_app', c.oid, 'select, insert, update, delete') as granted,
       min(quote_ident(a.attname)) filter (
         where has_column_privilege('countersign_app', c.oid, a.attnum, 'update')) as updatable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
     group by c.oid, 1 having 'vasp_did' = any(array_agg(a.attname::text)) order by 1`,
    [schemas],
  )
  const withRows: TenantTable[] = []
  for (const table of tables) {
    const { rows } = await owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table.name} t where vasp_did = $1 order by to_jsonb(t)::text`,
      [victimDid],
    )
    withRows.push({ ...table, rows: rows.map(({ row }) => row) })
  }
  return withRows
}
