-- Which of an application's tokens end before their own time: [{"issuedBy": ms, "endAt": ms}, …], Unix
-- milliseconds; a token issued at or before issuedBy does not work from endAt on.
alter table webhooks.application add column token_ends jsonb not null default '[]';

-- Tokens that ended one by one: signed out, or used where once is enough. Only their hashes.
create table webhooks.ended_token (
  org_id text collate "C" not null references webhooks.organisation,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  primary key (org_id, token_hash)
);
create index ended_token_expiry on webhooks.ended_token (org_id, expires_at);
alter table webhooks.ended_token enable row level security;
alter table webhooks.ended_token force row level security;
create policy tenant on webhooks.ended_token to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, delete on webhooks.ended_token to countersign_app;

-- To expunge an event type is to forget it.
grant delete on webhooks.event_type to countersign_app;
