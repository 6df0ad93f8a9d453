-- What one company sees of a transfer, and everything its lists need. No column that a list sorts, pages or
-- filters by is numeric or an array: under row-level security neither can use an index.
create table transactions.side (
  vasp_did text collate "C" not null,
  transfer_id uuid not null,
  role text not null check (role in ('O', 'B', 'I')),
  direction text not null check (direction in ('incoming', 'outgoing', 'internal')),
  cell int not null,
  counterparty_no int,
  counterparty_did text collate "C",
  status text not null,
  version int not null check (version > 0),
  waits_for text check (waits_for in ('us', 'them', 'system')),
  section text check (section in ('TO_APPROVE', 'TO_CONFIRM', 'TO_DECIDE', 'DATA', 'LATER', 'UNREACHABLE')),
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Ten-thousandths of the currency's unit, clamped to what fits.
  value bigint,
  currency text check (length(currency) = 3),
  held_by text check (held_by in ('RULE', 'NO_RULE', 'UNKNOWN', 'DATA', 'PLAN', 'NO_CONTACT', 'DISABLED')),
  withheld_by text check (withheld_by in ('BLOCKED', 'DISABLED', 'UNVERIFIED', 'RULE')),
  charged int not null default 0 check (charged in (0, 1)),
  transaction_ref text collate "C" check (transaction_ref ~ '^[A-Za-z0-9_-]{1,64}$'),
  own_ref_hash bytea,
  ref_sealed bytea,
  contact_sealed bytea,
  tags text[] not null default '{}',
  customer_key uuid,
  content_hmac bytea,
  tx_hash text collate "C" check (length(tx_hash) <= 200),
  hash_state text not null default 'NONE' check (hash_state in ('NONE', 'SET', 'SAME', 'OTHER')),
  assignee text collate "C",
  snoozed_until timestamptz,
  pending_second jsonb,
  processed_at timestamptz,
  process_cause text check (process_cause in ('STATUS', 'ALREADY_ON_CHAIN', 'MANUAL', 'NO_RESPONSE')),
  released_at timestamptz,
  answered_at timestamptz,
  name_amendments int not null default 0,
  retain_until timestamptz,
  hold_until timestamptz,
  erased_at timestamptz,
  redirected_to text collate "C",
  reason_no int,
  rule_id text collate "C",
  primary key (vasp_did, transfer_id)
);
create index side_cell_created on transactions.side (vasp_did, cell, created_at desc, transfer_id desc);
create index side_cell_updated on transactions.side (vasp_did, cell, updated_at desc, transfer_id desc);
create index side_cell_value on transactions.side (vasp_did, cell, value desc nulls last, transfer_id desc);
create index side_counterparty on transactions.side
  (vasp_did, counterparty_no, cell, created_at desc, transfer_id desc) include (updated_at, value);
create index side_created on transactions.side (vasp_did, created_at desc, transfer_id)
  include (cell, counterparty_no, value, hash_state, reason_no);
create index side_inbox on transactions.side (vasp_did, waits_for, due_at, transfer_id) where waits_for = 'us';
create unique index side_ref on transactions.side (vasp_did, transaction_ref) where transaction_ref is not null;
create index side_retention on transactions.side (vasp_did, retain_until) where erased_at is null;

-- A cell is a combination of direction, type, status and asset: one small number in row and index.
create table transactions.cell (
  vasp_did text collate "C" not null,
  no int not null,
  direction text not null,
  type text not null,
  status text not null,
  asset_id text collate "C" not null,
  primary key (vasp_did, no),
  unique (vasp_did, direction, type, status, asset_id)
);
create table transactions.counterparty (
  vasp_did text collate "C" not null,
  no int not null,
  counterparty_did text collate "C" not null,
  primary key (vasp_did, no),
  unique (vasp_did, counterparty_did)
);
create table transactions.cell_count (
  vasp_did text collate "C" not null,
  no int not null,
  n bigint not null,
  value numeric not null default 0,
  primary key (vasp_did, no)
);
create table transactions.cell_day (
  vasp_did text collate "C" not null,
  no int not null,
  day date not null,
  n bigint not null,
  value numeric not null default 0,
  primary key (vasp_did, no, day)
);
create table transactions.cell_month (
  vasp_did text collate "C" not null,
  no int not null,
  month date not null,
  n bigint not null,
  value numeric not null default 0,
  primary key (vasp_did, no, month)
);
-- What was not counted in yet. Rows are added by acts and taken by the fold, never changed.
create table transactions.cell_delta (
  vasp_did text collate "C" not null,
  id bigint generated always as identity,
  from_no int,
  to_no int,
  day date not null,
  counterparty_did text collate "C",
  value numeric,
  -- {outcome, by, rule, answeredIn} where the act ended the transfer or answered it.
  facts jsonb,
  primary key (vasp_did, id)
);
create table transactions.pair (
  vasp_did text collate "C" not null,
  counterparty_no int not null,
  cell int not null,
  n bigint not null,
  primary key (vasp_did, counterparty_no, cell)
);
create table transactions.pair_month (
  vasp_did text collate "C" not null,
  counterparty_did text collate "C" not null,
  month date not null,
  incoming bigint not null default 0,
  outgoing bigint not null default 0,
  travel_rule_incoming bigint not null default 0,
  travel_rule_outgoing bigint not null default 0,
  answered bigint not null default 0,
  refused bigint not null default 0,
  -- 40 buckets from one second to thirty days, each 1.48 times the one before.
  answer_times bigint[] not null default array_fill(0::bigint, array[40]),
  primary key (vasp_did, counterparty_did, month)
);
create table transactions.outcome_day (
  vasp_did text collate "C" not null,
  day date not null,
  direction text not null,
  outcome text not null,
  decided_by text not null,
  rule_id text collate "C" not null default '',
  n bigint not null,
  answer_times bigint[] not null default array_fill(0::bigint, array[40]),
  primary key (vasp_did, day, direction, outcome, decided_by, rule_id)
);

-- Finds a company's own transfers by what it may search for; keys are hashes.
create table transactions.lookup (
  vasp_did text collate "C" not null,
  kind text not null check (kind in ('ADDRESS', 'HASH', 'CUSTOMER', 'NAME', 'TAG')),
  key bytea not null,
  transfer_id uuid not null,
  source text not null default 'OWN',
  key_no int not null default 0,
  primary key (vasp_did, kind, key, transfer_id)
);

-- The timeline. Only the company's own people are named.
create table transactions.act (
  vasp_did text collate "C" not null,
  transfer_id uuid not null,
  seq int not null check (seq > 0),
  at timestamptz not null,
  side text not null check (side in ('originator', 'beneficiary', 'former', 'system', 'network')),
  action text not null,
  by_kind text not null check (by_kind in ('PERSON', 'CLIENT', 'RULE', 'SYSTEM', 'NETWORK')),
  by_did text collate "C",
  company_did text collate "C",
  from_status text,
  to_status text not null,
  version int not null,
  reason_code text,
  rule_id text collate "C",
  second_did text collate "C",
  primary key (vasp_did, transfer_id, seq)
);

do $$
declare name text;
begin
  foreach name in array array['side', 'cell', 'counterparty', 'cell_count', 'cell_day', 'cell_month', 'cell_delta',
    'pair', 'pair_month', 'outcome_day', 'lookup', 'act'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
grant select, insert, update on transactions.side, transactions.cell_count, transactions.cell_day,
  transactions.cell_month, transactions.pair, transactions.pair_month, transactions.outcome_day to countersign_app;
grant select, insert on transactions.cell, transactions.counterparty, transactions.act to countersign_app;
grant select, insert, delete on transactions.cell_delta, transactions.lookup to countersign_app;
