-- An application's tokens that were issued before tokens_before stop working at tokens_until.
alter table webhooks.application
  add column tokens_before timestamptz,
  add column tokens_until timestamptz;

-- Tokens that ended before their time: signed out, or used where once is enough. Only their hashes.
create table webhooks.ended_token (
  org_id text collate "C" not null references webhooks.organisation,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  primary key (org_id, token_hash)
);
create index ended_token_expiry on webhooks.ended_token (expires_at);
alter table webhooks.ended_token enable row level security;
alter table webhooks.ended_token force row level security;
create policy tenant on webhooks.ended_token to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, delete on webhooks.ended_token to countersign_app;

-- To expunge an event type is to forget it.
grant delete on webhooks.event_type to countersign_app;
