-- A company's rules, in versions that never change.
create table transactions.rule_set (
  vasp_did text collate "C" not null,
  version int not null check (version > 0),
  body jsonb not null,
  note text check (length(note) <= 1000),
  by_did text collate "C" not null,
  agreed_by text collate "C" check (agreed_by <> by_did),
  state text not null check (state in ('ACTIVE', 'PENDING', 'PAST')),
  at timestamptz not null,
  primary key (vasp_did, version)
);
create unique index rule_set_active on transactions.rule_set (vasp_did) where state = 'ACTIVE';

-- What rules decided, and by which facts: codes, numbers and lists, never a name.
create table transactions.decision (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'dec\_%'),
  transfer_id uuid not null,
  stage text not null check (stage in ('NEW', 'ARRIVAL', 'DECISION')),
  rule_version int,
  rule_id text collate "C",
  action text not null,
  facts jsonb not null,
  trace jsonb not null,
  at timestamptz not null,
  primary key (vasp_did, id)
);
create index decision_transfer on transactions.decision (vasp_did, transfer_id);

-- Results of the company's own analytics.
create table transactions.check_result (
  vasp_did text collate "C" not null,
  id bigint generated always as identity,
  transfer_id uuid not null,
  kind text not null check (kind in ('RISK_SCORE', 'SANCTION_LIST_CHECK')),
  source text not null check (length(source) between 1 and 80),
  result text not null check (length(result) between 1 and 40),
  score numeric,
  reference text check (length(reference) <= 200),
  at timestamptz not null,
  primary key (vasp_did, id)
);
create index check_transfer on transactions.check_result (vasp_did, transfer_id);

do $$
declare name text;
begin
  foreach name in array array['rule_set', 'decision', 'check_result'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
grant select, insert, update on transactions.rule_set to countersign_app;
grant select, insert on transactions.check_result to countersign_app;
grant select, insert, update on transactions.decision to countersign_app;
