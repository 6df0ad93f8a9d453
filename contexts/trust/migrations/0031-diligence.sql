-- Files in storage that no document names: on their way in, or on their way out. The row is there
-- before the file, and goes with the transaction that names the file; what is left is swept away.
create table trust.loose_file (
  vasp_did text collate "C" not null references trust.vasp,
  storage_key text collate "C" not null check (storage_key like 'vasps/%'),
  at timestamptz not null,
  primary key (vasp_did, storage_key)
);
create index loose_file_oldest on trust.loose_file (at);

-- The draft that was put aside last, to bring back once; none when nothing was written in it. `high` is the highest
-- revision that an answer ever had: a page that was left open must not take a later draft's answer for
-- the one that it knows.
create table trust.ddq_discarded (
  vasp_did text collate "C" primary key references trust.vasp,
  version int not null check (version > 0),
  answers jsonb,
  high int not null,
  discarded_at timestamptz not null,
  discarded_by text not null,
  restored_at timestamptz
);

-- When the requester hopes for an answer.
alter table trust.document_request add column due_at timestamptz;
update trust.document_request set due_at = requested_at + interval '14 days';

do $$
declare name text;
begin
  foreach name in array array['loose_file', 'ddq_discarded'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;

-- The sweep looks after the files of all companies.
create policy sweep on trust.loose_file to countersign_relay using (true) with check (true);

grant select, insert, delete on trust.loose_file to countersign_app;
-- Locking a row takes the right to change one.
grant select, update (at), delete on trust.loose_file to countersign_relay;
grant select, insert, update, delete on trust.ddq_discarded to countersign_app;
grant update (due_at) on trust.document_request to countersign_app;
