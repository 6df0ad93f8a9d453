-- The sessions whose application tokens end before their own time: `ends` has the form of
-- application.token_ends. A token with a session lives for 7 days at most, so a row is forgotten once
-- no token that it could end is left.
create table webhooks.ended_session (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  session_id text collate "C" not null check (length(session_id) between 1 and 64),
  ends jsonb not null,
  expires_at timestamptz not null,
  primary key (org_id, app_id, session_id),
  foreign key (org_id, app_id) references webhooks.application (org_id, id)
);
create index ended_session_expiry on webhooks.ended_session (org_id, expires_at);
alter table webhooks.ended_session enable row level security;
alter table webhooks.ended_session force row level security;
create policy tenant on webhooks.ended_session to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, update, delete on webhooks.ended_session to countersign_app;

-- expire-all ends integration keys too, so it must know how old a key is. It did not end keys until now,
-- and keys that are in use today go on working.
alter table webhooks.integration add column key_created_at timestamptz not null default now();
alter table webhooks.integration alter column key_created_at drop default;
