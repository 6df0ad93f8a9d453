import { testDatabase } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let owner: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  owner = testClient({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await drop()
})

/** Columns that say nothing of a person: codes, names of ours, places of rules, and what is sealed or drawn at random. */
const harmless: Readonly<Record<string, string>> = {
  act: 'action from_status to_status reason_code',
  address: 'network plain confirmed_by',
  asset: 'caip19 symbol name network',
  blind_key: 'sealed',
  bulk_item: 'status problem',
  bulk_task: 'reason_code undoes',
  cell: 'direction type status',
  cell_delta: 'facts',
  check_result: 'source result',
  client_key: 'name jwk thumbprint client_ids challenge_hash added_by agreed_by',
  comment: 'sealed action',
  customer: 'tree box country',
  data_request: 'items comment',
  decision: 'action',
  export_part: 'sha256 last_key',
  export_request: 'kind columns zone reason sealed_key requested_by role sha256 agreed_by',
  legal_hold: 'reason',
  network_key: 'sealed',
  nonce: 'nonce_hash type',
  outcome_day: 'direction outcome decided_by',
  part: 'tree fields',
  pii_view: 'part role comment',
  privacy_request: 'reason requested_by',
  private_key: 'sealed',
  proof: 'type sealed method',
  proof_request: 'token_hash network sealed',
  public_key: 'public_key',
  rule_set: 'body note agreed_by',
  sealed_key: 'part box',
  setting: 'body updated_by',
  side: 'status currency ref_sealed contact_sealed assignee redirected_to reason_code awaited_checks',
  step: 'result args',
  transfer: 'asset_symbol price threshold protocol reason_code',
  unreachable: 'name website contact',
  upload: 'place sealed_key confirmed_by',
  upload_address: 'network',
  upload_customer: 'country tree data_key',
  upload_problem: 'reason',
}

/** Hashes of addresses that are joined and looked up by thousands: their plans need the samples (decision 0092). */
const needed: Readonly<Record<string, string>> = {
  address: 'key hint_key',
  address_claim: 'key',
  lookup: 'key source',
  upload_address: 'key hint_key',
}

test('[TX-04] the database keeps no samples of columns that say something of a person', async () => {
  const { rows } = await owner.query<{ name: string; sampled: boolean }>(
    `select c.relname || '.' || a.attname as name, coalesce(a.attstattarget, -1) <> 0 as sampled
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'transactions' and c.relkind in ('r', 'p') and format_type(a.atttypid, null) ~ '^(text|json|bytea)'
       and (a.attname !~ '(^|_)(did|id)$' or c.relname = 'customer_did' and a.attname = 'did')
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
         and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(\\(?' || a.attname || ' = ANY \\(ARRAY\\[[^]]*\\]\\)\\)?\\)\\)$'))`,
  )
  const named = (list: typeof harmless) =>
    Object.entries(list).flatMap(([table, columns]) =>
      columns.split(' ').map((column) => `${table}.${column}`),
    )
  const known = [...named(harmless), ...named(needed)]
  // A new column is named above, or is kept out of the samples by a migration like 0140.
  const sampled = rows.filter((one) => one.sampled).map(({ name }) => name)
  expect(sampled.toSorted()).toEqual(known.toSorted())
})
