-- The person whose own rows exist for the transaction.
create function trust.self() returns text language sql stable parallel safe
  return nullif(current_setting('app.user', true), '');

alter table trust.vasp
  add column if not exists discoverable boolean not null default true,
  add column if not exists compliance_phase_data jsonb not null default '{}',
  add column verification_since timestamptz,
  -- When a verification has to be renewed. Null where none was given.
  add column verified_until timestamptz,
  -- Nobody works for a company that is disabled.
  add column disabled_at timestamptz;
create index vasp_verification on trust.vasp (verification_status, verification_since);
create index vasp_verified_until on trust.vasp (verified_until) where verified_until is not null;

-- Every move of the verification, with its reason. Never changed.
create table trust.verification_move (
  vasp_did text collate "C" not null references trust.vasp,
  id text collate "C" not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  note text not null check (length(note) <= 2000),
  evidence text[] not null,
  checks text[] not null,
  made_by text not null check (made_by in ('company', 'network', 'system')),
  at timestamptz not null,
  primary key (vasp_did, id)
);

create table trust.setting (
  vasp_did text collate "C" primary key references trust.vasp,
  status_to_process text check (status_to_process in ('CREATED', 'SENT', 'ACK', 'ACCEPTED')),
  auto_decryption boolean not null default false,
  updated_at timestamptz not null
);

-- A nesting that one side has agreed to; gone once both have, or one declines.
create table trust.nest_request (
  vasp_did text collate "C" not null references trust.vasp,
  group_did text collate "C" not null references trust.vasp,
  waits_for text not null check (waits_for in ('group', 'subsidiary')),
  created_at timestamptz not null,
  primary key (vasp_did, group_did)
);
create index nest_request_of_group on trust.nest_request (group_did);

-- What a register said when it was last asked about a company.
create table trust.registry_record (
  vasp_did text collate "C" not null references trust.vasp,
  registry text not null check (registry in ('GLEIF', 'VASPnet')),
  external_id text not null,
  record jsonb not null,
  fetched_at timestamptz not null,
  primary key (vasp_did, registry)
);

-- What a person wants remembered, for one company or for all.
create table trust.preference (
  user_id text collate "C" not null,
  id text collate "C" not null,
  preference text not null,
  vasp_did text collate "C",
  value jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['verification_move', 'setting', 'registry_record'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;

alter table trust.nest_request enable row level security;
alter table trust.nest_request force row level security;
create policy sides on trust.nest_request to countersign_app
  using (trust.tenant() in (vasp_did, group_did)) with check (trust.tenant() in (vasp_did, group_did));

alter table trust.preference enable row level security;
alter table trust.preference force row level security;
create policy own on trust.preference to countersign_app
  using (user_id = trust.self()) with check (user_id = trust.self());

grant select, insert on trust.verification_move to countersign_app;
grant select, insert, update on trust.setting, trust.registry_record to countersign_app;
grant select, insert, update, delete on trust.nest_request, trust.preference to countersign_app;
