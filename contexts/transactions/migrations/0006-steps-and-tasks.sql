-- What follows of an act: for the other company, or later. A step belongs to the company on whose behalf it
-- runs; a participant of the transfer adds it, and only its owner reads it.
create table transactions.step (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'stp\_%'),
  transfer_id uuid not null,
  version int not null,
  no int not null,
  kind text not null check (kind in ('FOLLOW', 'VIEWED', 'ARRIVE', 'REASSESS', 'DECIDE', 'RELEASE', 'REVOKE', 'ADDRESS',
    'CONTACT', 'NETWORK', 'MERGE', 'PRICE', 'NO_RESPONSE', 'DEADLINE', 'REQUEST_DUE', 'REMIND', 'WAKE', 'ERASE')),
  -- Timers are not in the way of others.
  timer boolean not null default false,
  due_at timestamptz not null,
  tries int not null default 0,
  lease_until timestamptz,
  lease_id text collate "C",
  done_at timestamptz,
  result text,
  stuck boolean not null default false,
  args jsonb not null default '{}',
  primary key (vasp_did, id)
);
create index step_due on transactions.step (due_at) where done_at is null and not stuck;
create index step_order on transactions.step (vasp_did, transfer_id, version, no) where done_at is null;

alter table transactions.step enable row level security;
alter table transactions.step force row level security;
create policy owner on transactions.step for select to countersign_app using (vasp_did = transactions.tenant());
create policy owner_change on transactions.step for update to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
create policy participant on transactions.step for insert to countersign_app with check (
  vasp_did = transactions.tenant() or exists (select from transactions.transfer t where t.id = transfer_id
    and step.vasp_did in (t.originator_did, t.beneficiary_did, t.handing_over_did)));
create policy relay on transactions.step to countersign_relay using (true) with check (true);
grant select, insert on transactions.step to countersign_app;
grant update (tries, due_at, lease_until, lease_id, done_at, result, stuck) on transactions.step to countersign_app;
grant select (vasp_did, id, transfer_id, version, no, timer, due_at, tries, lease_until, done_at, stuck)
  on transactions.step to countersign_relay;
grant update (lease_until, lease_id) on transactions.step to countersign_relay;

-- What the beneficiary still needs. Both sides read it.
create table transactions.data_request (
  transfer_id uuid not null references transactions.transfer,
  no int not null check (no > 0),
  by_did text collate "C" not null,
  by_kind text not null check (by_kind in ('PERSON', 'CLIENT', 'RULE', 'SYSTEM')),
  items text[] not null check (cardinality(items) > 0),
  comment bytea,
  at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  primary key (transfer_id, no)
);
alter table transactions.data_request enable row level security;
alter table transactions.data_request force row level security;
create policy participant on transactions.data_request for select to countersign_app using (
  exists (select from transactions.transfer t where t.id = transfer_id));
create policy asks on transactions.data_request for insert to countersign_app with check (
  by_did = transactions.tenant() and exists (select from transactions.transfer t where t.id = transfer_id));
create policy answers on transactions.data_request for update to countersign_app
  using (exists (select from transactions.transfer t where t.id = transfer_id
    and transactions.tenant() in (t.originator_did, t.beneficiary_did)))
  with check (exists (select from transactions.transfer t where t.id = transfer_id
    and transactions.tenant() in (t.originator_did, t.beneficiary_did)));
grant select, insert on transactions.data_request to countersign_app;
grant update (answered_at, ended_at) on transactions.data_request to countersign_app;

create table transactions.setting (
  vasp_did text collate "C" primary key,
  body jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by text collate "C" not null
);
create table transactions.export_request (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'exp\_%'),
  kind text not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED')),
  filter jsonb,
  columns text[] not null,
  format text not null check (format in ('CSV', 'JSONL')),
  zone text not null,
  personal_data boolean not null default false,
  reason bytea,
  sealed_key bytea,
  as_of timestamptz not null,
  done bigint not null default 0,
  total bigint,
  requested_by text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (vasp_did, id)
);
create table transactions.export_part (
  vasp_did text collate "C" not null,
  export_id text collate "C" not null,
  part int not null,
  rows int not null,
  sha256 bytea not null check (length(sha256) = 32),
  last_key jsonb not null,
  primary key (vasp_did, export_id, part),
  foreign key (vasp_did, export_id) references transactions.export_request
);

do $$
declare name text;
begin
  foreach name in array array['setting', 'export_request', 'export_part'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
grant select, insert, update on transactions.setting to countersign_app;
grant select, insert, update on transactions.export_request to countersign_app;
grant select, insert, delete on transactions.export_part to countersign_app;

-- Companies that nobody can reach yet: the network's desk sees names and counts.
create table transactions.unreachable (
  -- The network's.
  vasp_did text collate "C" not null default 'network' check (vasp_did = 'network'),
  id text collate "C" not null check (id like 'req\_%'),
  company_did text collate "C" unique,
  name text not null check (length(name) between 1 and 200),
  website text,
  contact text,
  resolved_at timestamptz,
  created_at timestamptz not null,
  primary key (vasp_did, id)
);
alter table transactions.unreachable enable row level security;
alter table transactions.unreachable force row level security;
create policy tenant on transactions.unreachable to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
grant select, insert, update on transactions.unreachable to countersign_app;
