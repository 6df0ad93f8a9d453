-- Which sessions hold a token of the webhook service for which company's application, and which of these
-- have to end before their time. A row with `end_due_at` is work for whoever tells the webhook service;
-- the session `*` stands for every token and integration key of the company.
create table identity.webhook_access (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  session text collate "C" not null check (length(session) between 1 and 64),
  -- A person or a machine client; null for `*`.
  user_id text collate "C",
  app_uid text collate "C" not null,
  opened_at timestamptz not null,
  -- When its last token ends by itself.
  expires_at timestamptz not null,
  end_due_at timestamptz,
  primary key (vasp_did, session),
  check ((session = '*') = (user_id is null))
);
create index webhook_access_of_user on identity.webhook_access (user_id);
create index webhook_access_due on identity.webhook_access (end_due_at) where end_due_at is not null;
create index webhook_access_expiry on identity.webhook_access (expires_at);

alter table identity.webhook_access enable row level security;
alter table identity.webhook_access force row level security;
create policy tenant on identity.webhook_access to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
-- Signing out ends what the person holds in every company.
create policy own on identity.webhook_access for update to countersign_app
  using (user_id = identity.self()) with check (user_id = identity.self());
create policy own_read on identity.webhook_access for select to countersign_app
  using (user_id = identity.self());
create policy relay on identity.webhook_access to countersign_relay using (true) with check (true);
grant select, insert, update (user_id, app_uid, opened_at, expires_at, end_due_at)
  on identity.webhook_access to countersign_app;
grant usage on schema identity to countersign_relay;
grant select, update (end_due_at), delete on identity.webhook_access to countersign_relay;
