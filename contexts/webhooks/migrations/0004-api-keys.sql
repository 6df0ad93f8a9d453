-- An organisation's opaque keys. secret_hash is an HMAC: the database alone neither gives a key away
-- nor lets one be planted.
create table webhooks.api_key (
  org_id text collate "C" not null references webhooks.organisation,
  id text collate "C" not null check (id like 'key\_%'),
  name text not null check (length(name) between 1 and 256),
  secret_hash text collate "C" not null unique,
  scope text not null check (scope in ('full', 'read', 'send')),
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  primary key (org_id, id)
);

alter table webhooks.api_key enable row level security;
alter table webhooks.api_key force row level security;
create policy tenant on webhooks.api_key to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
-- Whose a key is, is known only once it is found: who knows the secret sees its row and no other.
create policy holder on webhooks.api_key for select to countersign_app
  using (secret_hash = nullif(current_setting('app.secret_hash', true), ''));
grant select, insert, update (revoked_at, last_used_at) on webhooks.api_key to countersign_app;
