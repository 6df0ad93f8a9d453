-- Machine clients of a company. Secrets and tokens have 256 random bits, so a plain SHA-256 is kept.
create table identity.credential (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  id text collate "C" not null unique check (id ~ '^client_[0-9A-Za-z]{27}$'),
  -- Creates and lists, and sees no personal data.
  limited boolean not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  rotated_at timestamptz,
  -- The secret before the last rotation, good for a while, so that a service can change over.
  old_secret_hash bytea check (length(old_secret_hash) = 32),
  old_secret_ends_at timestamptz,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  last_used_at timestamptz,
  primary key (vasp_did, id),
  check ((old_secret_hash is null) = (old_secret_ends_at is null))
);

-- A company lets a client of its group's gateway act for it.
create table identity.delegation (
  vasp_did text collate "C" primary key check (vasp_did like 'did:%'),
  gateway_did text collate "C" not null check (gateway_did <> vasp_did),
  client_id text collate "C" not null,
  limited boolean not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  foreign key (gateway_did, client_id) references identity.credential on delete cascade
);
create index delegation_by_client on identity.delegation (gateway_did, client_id);

create table identity.access_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  vasp_did text collate "C" not null,
  client_id text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (vasp_did, client_id) references identity.credential on delete cascade
);
create index access_token_of_client on identity.access_token (vasp_did, client_id, created_at desc);
create index access_token_by_expiry on identity.access_token (expires_at);
comment on table identity.access_token is 'Without row-level security: found by secret hash alone';

alter table identity.credential enable row level security;
alter table identity.credential force row level security;
create policy tenant on identity.credential to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
-- A client that shows its id or its token reaches its own row before anybody knows the company.
create policy own on identity.credential for select to countersign_app
  using (id = identity.self());
create policy used on identity.credential for update to countersign_app
  using (id = identity.self()) with check (id = identity.self());

alter table identity.delegation enable row level security;
alter table identity.delegation force row level security;
create policy tenant on identity.delegation to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
create policy gateway on identity.delegation for select to countersign_app
  using (gateway_did = identity.tenant());
create policy own on identity.delegation for select to countersign_app
  using (client_id = identity.self());

grant select, insert, delete, update (secret_hash, rotated_at, old_secret_hash, old_secret_ends_at,
  last_used_at) on identity.credential to countersign_app;
grant select, insert, delete on identity.delegation to countersign_app;
grant select, insert, delete on identity.access_token to countersign_app;

-- What admins look for in their chain, and the end of it, so that a cut tail shows.
create index entry_by_actor on audit.entry (vasp_did, actor, number desc);
create index entry_by_action on audit.entry (vasp_did, action, number desc);
create policy tenant on audit.head for select to countersign_app
  using (vasp_did = nullif(current_setting('app.tenant', true), ''));
grant select on audit.head to countersign_app;
