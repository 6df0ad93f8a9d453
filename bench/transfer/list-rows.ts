import { createHash } from 'node:crypto'
import type pg from 'pg'

const dayMs = 86_400_000
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

/** Half a year back, as days. */
export const month = { start: dayOf(210), end: dayOf(180), recent: dayOf(7) }
/** One day of a year ago. */
export const oldDay = dayOf(365)
/** The hash and the destination of one transfer. */
export const someHash = `0x${createHash('md5').update('77').digest('hex')}`
/** One transfer in ten thousand is of it. */
export const rareAsset = 'RARE'

type Fill = {
  readonly ours: string
  readonly big: string
  readonly small: string
  readonly rows: number
}

/**
 * Transfers of one company over 400 days, with cells and counters as acts would have left them: two in three accepted,
 * one in 10,000 of a rare asset, a third with one counterparty and one in a thousand with another.
 */
export async function fill(owner: pg.Pool, { ours, big, small, rows }: Fill): Promise<void> {
  const statements = [
    `create temporary table made as
     select n, ('0190' || lpad(to_hex(n), 8, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id,
       now() - n * (interval '400 days' / ${rows}) as at,
       (array['TRAVELRULE', 'TRAVELRULE', 'TRAVELRULE', 'BELOW_THRESHOLD', 'NON_CUSTODIAL', 'UNKNOWN'])[1 + n % 6] as type,
       case when n % 3 < 2 then 'ACCEPTED' else (array['SAVED', 'MISSING_BENEFICIARY_DATA', 'NEW',
         'WAITING_FOR_INFORMATION', 'SENT', 'ACK', 'NOT_READY', 'DECLINED', 'REJECTED', 'CANCELLED', 'INCOMPLETE'])
         [1 + (n / 3) % 11] end as status,
       case when n % 50 = 9 then 'I' when n % 2 = 0 then 'O' else 'B' end as role,
       case when n % 10000 = 77 then 'RARE' when n % 4 = 1 then 'BTC' else 'ETH' end as symbol,
       case when n % 10000 = 77 then 'eip155:1/erc20:0x0bad' when n % 4 = 1
         then 'bip122:000000000019d6689c085ae165831e93/slip44:0' else 'eip155:1/slip44:60' end as asset,
       case when n % 1000 = 5 then '${small}' when n % 3 = 0 then '${big}'
         else 'did:web:c' || n % 200 || '.example' end as other
     from generate_series(1, ${rows}) n`,
    `insert into transactions.cell (vasp_did, no, direction, type, status, asset_id)
     select '${ours}', row_number() over (), * from (
       select distinct case role when 'O' then 'outgoing' when 'B' then 'incoming' else 'internal' end, type, status, asset
       from made) c`,
    `insert into transactions.counterparty (vasp_did, no, counterparty_did)
     select '${ours}', row_number() over (), other from (select distinct other from made) c`,
    `insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol, decimals,
       amount, threshold, destination, address_key, sent_at, created_at, updated_at, reason_code, reason_by, origin_tx_hash)
     select id, case when role = 'B' then other else '${ours}' end, case when role = 'B' then '${ours}' else other end,
       status, type, asset, symbol, 18, n,
       '{"decidedBy": "none", "originator": {"jurisdiction": null, "version": null, "tier": null, "amount": null, "currency": null}, "beneficiary": null, "warnings": []}',
       '0x' || md5(n::text), sha256(n::text::bytea), at, at, at,
       case when status = 'DECLINED' then case when n % 70 = 2 then 'SANCTIONS' else 'OTHER' end end,
       case when status = 'DECLINED' then 'beneficiary' end, case when n % 5 > 0 then '0x' || md5(n::text) end
     from made`,
    `insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did, status,
       version, waits_for, section, due_at, created_at, updated_at, value, currency, transaction_ref, rule_id, assignee,
       reason_code, has_hash)
     select '${ours}', m.id, role, c.direction, c.no, p.no, other, m.status, 3,
       case when n % 2000 = 5 then 'us' when m.status in ('SENT', 'ACK') then 'them' end,
       case when n % 2000 = 5 then 'TO_DECIDE' end, case when n % 2000 = 5 then at + interval '1 day' end,
       at, at, (n * 7919::bigint) % 100000000, 'SGD', case when role = 'O' then 'ref-' || n end,
       case when n % 100 = 7 then 'rul_7' end, case when n % 5000 = 11 then 'did:example:mei' end,
       case when m.status = 'DECLINED' then case when n % 70 = 2 then 'SANCTIONS' else 'OTHER' end end, n % 5 > 0
     from made m
     join transactions.cell c on c.vasp_did = '${ours}' and c.type = m.type and c.status = m.status and c.asset_id = m.asset
       and c.direction = case role when 'O' then 'outgoing' when 'B' then 'incoming' else 'internal' end
     join transactions.counterparty p on p.vasp_did = '${ours}' and p.counterparty_did = other`,
    `insert into transactions.act (vasp_did, transfer_id, seq, at, side, action, by_kind, to_status, version)
     select '${ours}', id, 1, at, 'originator', 'create', 'SYSTEM', 'NEW', 1 from made`,
    `insert into transactions.cell_count (vasp_did, no, n, value)
     select vasp_did, cell, count(*), sum(value) from transactions.side group by 1, 2`,
    `insert into transactions.cell_day (vasp_did, no, day, n, value)
     select vasp_did, cell, (created_at at time zone 'UTC')::date, count(*), sum(value) from transactions.side group by 1, 2, 3`,
    `insert into transactions.lookup (vasp_did, kind, key, transfer_id)
     select '${ours}', kind, sha256(convert_to(hash, 'UTF8')), id
     from made cross join lateral (values ('ADDRESS', '0x' || md5(n::text)),
       ('HASH', case when n % 5 > 0 then '0x' || md5(n::text) end)) found (kind, hash) where hash is not null`,
    'drop table made',
  ]
  const client = await owner.connect()
  try {
    await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'")
    const indexes = await dropIndexes(client)
    for (const statement of statements) await client.query(statement)
    for (const index of indexes) await client.query(index)
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** Rows go in many times as fast where no index grows with them. @returns what makes the indexes again */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ index: string; made: string }>(
    `select i.indexrelid::regclass::text as index, pg_get_indexdef(i.indexrelid) as made
     from pg_index i where not i.indisunique and not exists (
         select from pg_constraint c where c.conindid = i.indexrelid)
       and i.indrelid in ('transactions.transfer'::regclass, 'transactions.side'::regclass,
         'transactions.act'::regclass, 'transactions.lookup'::regclass)`,
  )
  for (const { index } of rows) await client.query(`drop index ${index}`)
  return rows.map(({ made }) => made)
}

/** One counterparty in ten is of Lithuania. */
export const countries = (owner: pg.Pool): Promise<unknown> =>
  owner.query(`insert into trust.vasp (vasp_did, profile, listing, created_at, updated_at)
    select 'did:web:c' || n || '.example',
      jsonb_build_object('name', n, 'jurisdictions', array[case when n % 10 = 0 then 'LT' else 'DE' end]), 'listed', now(), now()
    from generate_series(0, 199) n on conflict do nothing`)

/** What a fold would have counted over 400 days: six outcomes by four deciders each day, and each counterparty's months. */
export async function counts(owner: pg.Pool, ours: string): Promise<void> {
  await owner.query(
    `insert into transactions.outcome_day (vasp_did, day, direction, outcome, decided_by, rule_id, n, answer_times)
     select $1, current_date - day, direction, outcome, by, case when by = 'RULE' then 'rul_7' else '' end, 100,
       array_fill(case outcome when 'ACK' then 2 else 0 end::bigint, array[40])
     from generate_series(0, 399) day, unnest(array['incoming', 'outgoing']) direction,
       unnest(array['SENT', 'ACK', 'ACCEPTED']) outcome, unnest(array['PERSON', 'RULE', 'SYSTEM', 'THEM']) by
     on conflict do nothing`,
    [ours],
  )
  await owner.query(
    `insert into transactions.pair_month (vasp_did, counterparty_did, month, incoming, outgoing, answered, answer_times)
     select $1, counterparty_did, date_trunc('month', current_date)::date - make_interval(months => month), 900, 900, 800,
       array_fill(20::bigint, array[40])
     from transactions.counterparty, generate_series(0, 13) month where vasp_did = $1 on conflict do nothing`,
    [ours],
  )
}
