-- What a company can show of a kind, so that who asks learns whether there is an answer to wait for.
create table trust.information (
  vasp_did text collate "C" not null references trust.vasp,
  document_type text collate "C" not null check (length(document_type) between 1 and 64),
  since timestamptz not null,
  primary key (vasp_did, document_type)
);

create table trust.document (
  vasp_did text collate "C" not null references trust.vasp,
  id text collate "C" not null check (id like 'doc\_%'),
  document_type text collate "C" not null check (length(document_type) between 1 and 64),
  title text not null check (length(title) between 1 and 200),
  expires_on date,
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (vasp_did, id)
);
create index document_library on trust.document (vasp_did, created_at desc) where deleted_at is null;

-- A file as it was sent. `storage_key` names it in storage and on the wire; nothing in it comes from a
-- client. A ticket makes one version at the most.
create table trust.document_version (
  vasp_did text collate "C" not null,
  document_id text collate "C" not null,
  version int not null check (version > 0),
  storage_key text collate "C" not null check (storage_key like 'vasps/%'),
  ticket text collate "C" not null,
  file_name text not null check (length(file_name) between 1 and 200),
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_by text collate "C" not null,
  uploaded_at timestamptz not null,
  primary key (vasp_did, document_id, version),
  unique (vasp_did, storage_key),
  unique (vasp_did, ticket),
  foreign key (vasp_did, document_id) references trust.document
);

-- One row for each owner, requester and type: it is asked again, not asked twice.
create table trust.document_request (
  vasp_did text collate "C" not null references trust.vasp,
  id text collate "C" not null check (id like 'req\_%'),
  requester_did text collate "C" not null references trust.vasp check (requester_did <> vasp_did),
  document_type text collate "C" not null check (length(document_type) between 1 and 64),
  status text not null check (status in
    ('WAITING_FOR_INFORMATION', 'PENDING', 'APPROVED', 'DECLINED', 'REVOKED')),
  message text check (length(message) <= 1000),
  reason text check (length(reason) <= 1000),
  requested_at timestamptz not null,
  decided_at timestamptz,
  expires_at timestamptz,
  reminded_at timestamptz,
  updated_at timestamptz not null,
  primary key (vasp_did, id),
  unique (vasp_did, requester_did, document_type)
);
create index document_request_sent on trust.document_request (requester_did, updated_at desc);
create index document_request_received on trust.document_request (vasp_did, updated_at desc);

-- Who else may read a version, and until when: given by hand, or by the approval of a request.
create table trust.document_grant (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'grant\_%'),
  document_id text collate "C" not null,
  version int not null,
  grantee_did text collate "C" not null references trust.vasp check (grantee_did <> vasp_did),
  request_id text collate "C",
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (vasp_did, id),
  foreign key (vasp_did, document_id, version) references trust.document_version,
  foreign key (vasp_did, request_id) references trust.document_request
);
create index document_grant_received on trust.document_grant (grantee_did) where ended_at is null;
create index document_grant_given on trust.document_grant (vasp_did, document_id) where ended_at is null;

-- Every download, for the owner to see.
create table trust.document_download (
  vasp_did text collate "C" not null,
  id bigint generated always as identity,
  document_id text collate "C" not null,
  version int not null,
  reader_did text collate "C" not null,
  reader_email text check (length(reader_email) <= 254),
  at timestamptz not null,
  primary key (vasp_did, id),
  foreign key (vasp_did, document_id, version) references trust.document_version
);
create index document_download_log on trust.document_download (vasp_did, document_id, id desc);

do $$
declare name text;
begin
  foreach name in array array['information', 'document', 'document_version', 'document_request',
    'document_grant', 'document_download'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;

create policy network on trust.information for select to countersign_app using (true);

-- The requester sees its own requests, and can only ask: it cannot approve.
create policy requester_reads on trust.document_request for select to countersign_app
  using (requester_did = trust.tenant());
create policy requester_asks on trust.document_request for insert to countersign_app
  with check (requester_did = trust.tenant() and status in ('PENDING', 'WAITING_FOR_INFORMATION'));
create policy requester_asks_again on trust.document_request for update to countersign_app
  using (requester_did = trust.tenant())
  with check (requester_did = trust.tenant() and status in ('PENDING', 'WAITING_FOR_INFORMATION'));

-- A grant opens its version and nothing else. Until when is compared with the clock of the process.
create policy grantee on trust.document_grant for select to countersign_app
  using (grantee_did = trust.tenant() and ended_at is null);
create policy grantee on trust.document_version for select to countersign_app
  using (exists (select from trust.document_grant g where g.grantee_did = trust.tenant()
    and g.ended_at is null and g.vasp_did = document_version.vasp_did
    and g.document_id = document_version.document_id and g.version = document_version.version));
create policy grantee on trust.document for select to countersign_app
  using (exists (select from trust.document_grant g where g.grantee_did = trust.tenant()
    and g.ended_at is null and g.vasp_did = document.vasp_did and g.document_id = document.id));
create policy reader on trust.document_download for insert to countersign_app
  with check (reader_did = trust.tenant());

-- What one side does to a request, the other side's webhooks hear too.
create policy document_request on trust.outbox for insert to countersign_app
  with check (type like 'trustframework.documentRequest%' and exists (
    select from trust.document_request r where r.id = outbox.payload ->> 'requestId'
      and outbox.vasp_did in (r.vasp_did, r.requester_did)));

grant select, insert, delete on trust.information to countersign_app;
grant select, insert, update (title, expires_on, version, updated_at, deleted_at) on trust.document
  to countersign_app;
grant select, insert on trust.document_version, trust.document_download to countersign_app;
grant select, insert, update (status, message, reason, requested_at, decided_at, expires_at,
  reminded_at, updated_at) on trust.document_request to countersign_app;
grant select, insert, update (ended_at) on trust.document_grant to countersign_app;
