-- What was done, by whom and when: a chain of hashes for each company, written in the transaction of the
-- change. Nobody but the owner writes here, and only through `audit.append`.
create schema audit;
grant usage on schema audit to countersign_app;

create table audit.entry (
  -- A company, or `network` for what belongs to none.
  vasp_did text collate "C" not null check (vasp_did like 'did:%' or vasp_did = 'network'),
  number bigint not null check (number > 0),
  at timestamptz not null,
  -- The DID of a person, `client:ID` of a machine, or `system`.
  actor text collate "C" not null,
  action text collate "C" not null,
  -- The id of what it was done to.
  object text collate "C",
  -- Codes and ids, never personal data: rows cannot be erased without breaking the chain.
  detail jsonb not null,
  request_id text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (vasp_did, number)
);
create index entry_by_time on audit.entry (vasp_did, at desc);
create index entry_by_object on audit.entry (vasp_did, object, number desc) where object is not null;

create table audit.head (
  vasp_did text collate "C" primary key,
  number bigint not null,
  hash bytea not null
);

create function audit.hash(previous bytea, vasp_did text, number bigint, at timestamptz, actor text,
  action text, object text, detail jsonb, request_id text) returns bytea language sql immutable
  return sha256(previous || convert_to(jsonb_build_array(vasp_did, number,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor, action, object, detail,
    request_id)::text, 'UTF8'));

-- The head is locked until the transaction ends, so that numbers have no gaps. Whoever writes to two
-- companies in one transaction writes in the order of their DIDs.
create function audit.append(vasp_did text, at timestamptz, actor text, action text, object text,
  detail jsonb, request_id text) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  last audit.head;
  fresh bytea;
begin
  insert into audit.head values (append.vasp_did, 0, '\x'::bytea) on conflict do nothing;
  select * into last from audit.head h where h.vasp_did = append.vasp_did for update;
  fresh := audit.hash(last.hash, append.vasp_did, last.number + 1, append.at, append.actor,
    append.action, append.object, append.detail, append.request_id);
  insert into audit.entry values (append.vasp_did, last.number + 1, append.at, append.actor,
    append.action, append.object, append.detail, append.request_id, last.hash, fresh);
  update audit.head h set number = last.number + 1, hash = fresh where h.vasp_did = append.vasp_did;
end $$;
revoke all on function audit.append from public;
grant execute on function audit.append to countersign_app;

do $$
declare name text;
begin
  foreach name in array array['entry', 'head'] loop
    execute format('alter table audit.%I enable row level security', name);
    execute format('alter table audit.%I force row level security', name);
    execute format('create policy owner on audit.%I to %I using (true) with check (true)', name, current_user);
  end loop;
end $$;
create policy tenant on audit.entry for select to countersign_app
  using (vasp_did = nullif(current_setting('app.tenant', true), ''));
grant select on audit.entry to countersign_app;
