import { run } from '@countersign/kit/testing'
import { seedVasps } from '@countersign/trust'
import pg from 'pg'
import { demoVasps, seedDemo } from './seed.ts'
import { serverFixture } from './server.fixture.ts'

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

const schemas = ['trust', 'identity', 'audit']

/** A table whose rows belong to companies, with the columns that are written and the victim's rows. */
export type TenantTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** Whether the application has any right to it, policies aside. */
  readonly granted: boolean
  readonly rows: readonly object[]
}

/** The product with the demo's data, and beside it a company that has nothing to do with it. */
export async function isolationHouse() {
  const fixture = await serverFixture()
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
     insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
       values ('${victimDid}', 'secretField', '"victim members claim"', '${victimDid}', 'members', now());
     select audit.append('${victimDid}', now(), 'system', 'victim.act', 'victim-object', '{}', 'victim-request');
     insert into trust.preference values
       ('did:example:insider', 'pref_victim0001', 'view', '${victimDid}', '"victim preference"', now(), now());
     insert into trust.nest_request values
       ('${victimDid}', '${second.did}', 'group', now());
     insert into trust.webhook_app values ('${victimDid}', 'victim-webhook-app', now())
       on conflict do nothing;
     insert into trust.outbox (vasp_did, id, type, payload, created_at)
       values ('${victimDid}', 'evt_victim00001', 'victim.event', '{"a": "victim payload"}', now())
       on conflict do nothing;
     insert into trust.vasp_billing values ('${victimDid}', 'victim-subscription', 7, '${victimDid}')
       on conflict do nothing;
     insert into trust.document_download (vasp_did, document_id, version, reader_did, reader_email, at)
       select vasp_did, document_id, version, 'did:example:reader', 'reader-of-victim@x.example', now()
       from trust.document_version where vasp_did = '${victimDid}' limit 1;
     insert into identity.credential (vasp_did, id, limited, secret_hash, created_at, created_by)
       values ('${absentDid}', 'client_000000000000000000000000000', false, sha256('x'), now(), 'did:example:somebody');
     insert into identity.delegation values ('${victimDid}', '${absentDid}',
       'client_000000000000000000000000000', false, now(), 'did:example:insider');
     ${questionnaireOfVictim}`,
  )
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 })
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
  }>(
    `select n.nspname || '.' || quote_ident(c.relname) as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       has_table_privilege('countersign_app', c.oid, 'select, insert, update, delete') as granted
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

/** One row of each table of the questionnaire. */
const questionnaireOfVictim = `
  insert into trust.ddq_version values ('${victimDid}', 900, 'victim-form',
    '{"A1": {"name": "victim submitted answer"}}', '{"name": "victim signer", "role": "victim role", "confirmed": true}',
    now(), 'victim-submitter', now());
  insert into trust.ddq_read values ('${victimDid}', 'victim-requester', 'victim-reader', 900, now(), now());
  insert into trust.ddq_editor values ('${victimDid}', 'victim-editor', 'A', 'victim editor name', now() + interval '1 hour');
  insert into trust.ddq_draft values ('${victimDid}', 901, 0, now(), 'victim-starter') on conflict do nothing;
  insert into trust.ddq_answer values ('${victimDid}', 'Z1', '{"name": "victim draft answer"}', 1, now(), 'victim-writer');
  insert into trust.ddq_mark values ('${victimDid}', '${victimDid}', 'A', 'OK', 'victim note of a review', 1, 1, now(), 'victim-marker');
  insert into trust.ddq_pin (vasp_did, reviewed_did, version, at, by)
    values ('${victimDid}', '${victimDid}', 1, now(), 'victim-pinner');`
