import { testDatabase } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

const acme = 'did:web:acme.example'
const globex = 'did:web:globex.example'
const clientOf = (name: string) => `client_${name.padEnd(27, '0')}`

const user = (name: string) =>
  `insert into identity."user" values ('user_${name}', 'did:web:${name}.example', 'test', '${name}',
     '${name}@acme.example', true, '${name}', false, now(), now());`
const request = (name: string, kind: string, state: string) =>
  `insert into identity.request (vasp_did, id, kind, user_id, role, domain_proven, state, created_at, decided_at)
     values ('${acme}', 'req_${name}', '${kind}', 'user_${name}', 'viewer', true, '${state}', now(),
       ${state === 'pending' ? 'null' : 'now()'});`
const credential = (did: string, name: string) =>
  `insert into identity.credential (vasp_did, id, name, limited, secret_hash, created_at, created_by)
     values ('${did}', '${clientOf(name)}', '${name}', false, sha256('${name}'), now(), 'test');`

const rows = `
  ${['colleague', 'former', 'asks', 'declined', 'claims'].map(user).join('\n')}
  insert into identity.membership values ('${acme}', 'user_colleague', 'admin', 'seed', now(), null),
    ('${acme}', 'user_former', 'admin', 'seed', now(), now());
  ${request('asks', 'join', 'pending')}
  ${request('declined', 'join', 'declined')}
  ${request('claims', 'claim', 'pending')}
  ${credential(acme, 'acme')}
  ${credential(globex, 'globex')}
  insert into trust.vasp (vasp_did, profile, created_at, updated_at)
    values ('${acme}', '{"name": "Acme"}', now(), now());
  insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
    select '${acme}', 'name', '"Acme"', 'test', visibility, now()
    from unnest(array['public', 'network', 'members']) visibility;
  insert into mail.outbox (recipient, subject, body, created_at, due_at)
    values ('kay@acme.example', 'Hello', 'A secret link', now(), now());`

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  client = testClient({ connectionString: database.url })
  await client.connect()
  await client.query(rows)
})
afterAll(async () => {
  await client.end()
  await drop()
})

/** Who asks the database what, what they get, and changes to the schema that must show in the answer. */
type Rule = {
  readonly title: string
  readonly role: string
  readonly tenant?: string
  readonly self?: string
  /** Answers rows with one column, `seen`, or changes rows. */
  readonly ask: string
  readonly gets: readonly string[] | 'denied'
  readonly faults: readonly string[]
}

const app = 'countersign_app'
const people = 'select id as seen from identity."user" order by id'
const requests = 'select id as seen from identity.request order by id'
const claims = 'select visibility as seen from trust.claim order by visibility'
const mails = 'select recipient as seen from mail.outbox'

const rules: readonly Rule[] = [
  {
    title:
      '[ID-08] a company sees its colleagues and open applicants, and nobody who left or was decided on',
    role: app,
    tenant: acme,
    ask: people,
    gets: ['user_asks', 'user_claims', 'user_colleague'],
    faults: [
      `alter policy colleagues on identity."user" using (exists (select from identity.membership m
         where m.vasp_did = identity.tenant() and m.user_id = id))`,
      `alter policy colleagues on identity."user" using (true)`,
      `alter policy applicants on identity."user" using (exists (select from identity.request r
         where r.vasp_did = identity.tenant() and r.user_id = "user".id))`,
      'drop policy colleagues on identity."user"',
      'drop policy applicants on identity."user"',
    ],
  },
  {
    title: '[ID-08] another company sees none of them',
    role: app,
    tenant: globex,
    ask: people,
    gets: [],
    faults: [
      `alter policy colleagues on identity."user" using (exists (select from identity.membership m
         where m.user_id = id and m.ended_at is null));
       alter policy tenant on identity.membership using (true)`,
      `alter policy applicants on identity."user" using (exists (select from identity.request r
         where r.user_id = "user".id and r.state = 'pending'));
       alter policy tenant on identity.request using (true)`,
    ],
  },
  {
    title: '[ID-08] the network’s desk sees claims of companies, and no request to join one',
    role: app,
    self: 'staff',
    ask: requests,
    gets: ['req_claims'],
    faults: [
      `alter policy staff on identity.request using (identity.self() = 'staff')`,
      'drop policy staff on identity.request',
    ],
  },
  {
    title: '[ID-08] a person sees their own requests alone',
    role: app,
    self: 'user_declined',
    ask: requests,
    gets: ['req_declined'],
    faults: [
      `alter policy staff on identity.request using (kind <> 'join')`,
      'alter policy own on identity.request using (true)',
      'drop policy own on identity.request',
    ],
  },
  {
    title: '[ID-06] a client changes its own credential and no other',
    role: app,
    self: clientOf('acme'),
    // Reads no column, so that no policy for reading stands in for the one for changing.
    ask: 'update identity.credential set last_used_at = now()',
    gets: ['1 changed'],
    faults: [
      'alter policy used on identity.credential using (true) with check (true)',
      'alter policy tenant on identity.credential using (true)',
      'drop policy used on identity.credential',
    ],
  },
  {
    title: '[TF-01] the network reads what a company publishes, and nothing that is for members',
    role: app,
    tenant: globex,
    ask: claims,
    gets: ['network', 'public'],
    faults: [
      'alter policy directory on trust.claim using (true)',
      'drop policy directory on trust.claim',
    ],
  },
  {
    title: '[TF-01] a company reads all claims about itself',
    role: app,
    tenant: acme,
    ask: claims,
    gets: ['members', 'network', 'public'],
    faults: ['drop policy tenant on trust.claim'],
  },
  {
    title: '[ID-04] whoever answers requests reads no mail',
    role: app,
    ask: mails,
    gets: 'denied',
    faults: [
      'grant select on mail.outbox to countersign_app',
      `grant select on mail.outbox to countersign_app;
       create policy reads on mail.outbox for select to countersign_app using (true)`,
    ],
  },
  {
    title: '[ID-04] whoever sends mail reads it',
    role: 'countersign_relay',
    ask: mails,
    gets: ['kay@acme.example'],
    faults: ['drop policy relay on mail.outbox'],
  },
  {
    title: '[ID-04] the owner of the mail is bound by its policies too',
    role: 'mail_owner',
    ask: mails,
    gets: [],
    faults: [
      'alter table mail.outbox no force row level security',
      'alter table mail.outbox disable row level security',
    ],
  },
]

/** What the database answers after a fault was planted in it; both are undone. */
async function answer({ role, tenant = '', self = '', ask }: Rule, fault = '') {
  await client.query('begin')
  try {
    if (role === 'mail_owner')
      await client.query(`create role mail_owner; grant usage on schema mail to mail_owner;
        alter table mail.outbox owner to mail_owner`)
    await client.query(fault)
    await client.query(
      `select set_config('app.tenant', $1, true), set_config('app.user', $2, true)`,
      [tenant, self],
    )
    await client.query(`set local role ${role}`)
    const { command, rowCount, rows: found } = await client.query<{ seen: string }>(ask)
    return command === 'UPDATE' ? [`${rowCount} changed`] : found.map(({ seen }) => seen)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return 'denied'
    throw error
  } finally {
    await client.query('rollback')
  }
}

test.each(rules)('$title', async (rule) => {
  expect(await answer(rule)).toEqual(rule.gets)
})

test('[ID-08] every weakening of these policies shows in what the role gets', async () => {
  const unseen: string[] = []
  for (const rule of rules)
    for (const fault of rule.faults)
      if (JSON.stringify(await answer(rule, fault)) === JSON.stringify(rule.gets))
        unseen.push(fault)
  expect(unseen).toEqual([])
})
