-- Companies from a file of the network's operator. Its tenant is the network.
create table trust.company_import (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'imp\_%'),
  file_name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  format text not null check (format in ('csv', 'gleif')),
  -- The names of the file's columns, for the list of what was rejected.
  columns text[] not null,
  state text not null check (state in
    ('preview', 'running', 'finished', 'cancelled', 'undoing', 'undone')),
  created_by text not null,
  -- Who had the workers import or undo.
  ordered_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (vasp_did, id)
);
create index company_import_waiting on trust.company_import (vasp_did, updated_at)
  where state in ('running', 'undoing');

-- One company of a file, and what became of it. It has its DID from the first, so that none comes twice.
create table trust.company_import_line (
  vasp_did text collate "C" not null,
  import_id text collate "C" not null,
  line int not null check (line > 0),
  state text not null check (state in
    ('ready', 'duplicate', 'rejected', 'imported', 'skipped', 'undone', 'kept')),
  did text collate "C" not null unique,
  profile jsonb not null,
  email_domains text[] not null,
  -- What GLEIF says, where it is the source.
  record jsonb,
  -- A duplicate that somebody looked at, and that is another company.
  accepted boolean not null default false,
  duplicates jsonb not null default '[]',
  problems jsonb not null default '[]',
  -- The cells of a rejected line, as they came.
  cells jsonb,
  -- When the company was created: it has not changed since while it still says so itself.
  imported_at timestamptz,
  lei text generated always as (profile ->> 'lei') stored,
  name_keys text[] not null generated always as (array_remove(array[
    trust.name_key(profile ->> 'name'), trust.name_key(profile ->> 'legalName')], '')) stored,
  domains text[] not null generated always as (
    array_remove(array_remove(email_domains || trust.site_key(profile ->> 'website'), ''), null)) stored,
  primary key (vasp_did, import_id, line),
  foreign key (vasp_did, import_id) references trust.company_import
);
create index company_import_line_state on trust.company_import_line (vasp_did, import_id, state, line);

do $$
declare name text;
begin
  foreach name in array array['company_import', 'company_import_line'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;
grant select, insert, update (state, ordered_by, updated_at, confirmed_at, ended_at)
  on trust.company_import to countersign_app;
grant select, insert, update (state, accepted, duplicates, problems, imported_at), delete
  on trust.company_import_line to countersign_app;

-- An import is undone only where no company refers to what it made. Who that is does not matter, so the
-- relay sees the reference alone.
do $$
declare name text;
begin
  foreach name in array array['counterparty_activity', 'document_grant', 'ddq_mark', 'ddq_pin', 'nest_request'] loop
    execute format('create policy relay on trust.%I for select to countersign_relay using (true)', name);
  end loop;
end $$;
grant select (reviewed_did) on trust.review_history, trust.ddq_mark, trust.ddq_pin to countersign_relay;
grant select (counterparty_did) on trust.counterparty_activity to countersign_relay;
grant select (grantee_did) on trust.document_grant to countersign_relay;
grant select (vasp_did, group_did) on trust.nest_request to countersign_relay;
grant select (subsidiary_of, redirect_did) on trust.vasp to countersign_relay;
