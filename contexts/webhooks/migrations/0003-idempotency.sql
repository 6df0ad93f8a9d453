-- What POST calls with an idempotency key have answered. key_hash is over caller, address and key.
-- A message's row names the message, from which the answer is made again, so that a payload is not
-- kept twice nor longer than its message; any other row holds status and sealed body. While neither
-- is there the call is still running, and expires_at is the end of its lease.
-- No foreign keys: a row is written with every message, and it is gone by itself after 12 hours.
create table webhooks.idempotency (
  org_id text collate "C" not null,
  key_hash text collate "C" not null,
  app_id text collate "C",
  msg_id text collate "C",
  status smallint,
  answer text,
  expires_at timestamptz not null,
  primary key (org_id, key_hash)
);
create index idempotency_expiry on webhooks.idempotency (expires_at);

alter table webhooks.idempotency enable row level security;
alter table webhooks.idempotency force row level security;
create policy tenant on webhooks.idempotency to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
create policy engine on webhooks.idempotency to countersign_engine using (true) with check (true);
grant select, insert, update, delete on webhooks.idempotency to countersign_app, countersign_engine;
