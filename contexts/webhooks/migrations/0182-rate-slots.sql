-- When an endpoint with a rate limit may be sent its next message, whichever worker sends it. Nothing is
-- lost with it, hence no write-ahead log.
create unlogged table webhooks.rate_slot (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  next_at timestamptz not null,
  primary key (app_id, endpoint_id)
) with (fillfactor = 50);

alter table webhooks.rate_slot enable row level security;
alter table webhooks.rate_slot force row level security;
create policy tenant on webhooks.rate_slot to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
create policy engine on webhooks.rate_slot to countersign_engine using (true) with check (true);
grant select, insert, update, delete on webhooks.rate_slot to countersign_engine;
