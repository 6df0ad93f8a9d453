-- Work that outlives its request, done page by page. input: what was asked for; progress: how far it
-- came, stored with each page; data: the result, {} before the end. fence rises with every lease, so
-- that a worker that lost its lease cannot go on. failures: of the present page, in a row.
create table webhooks.background_task (
  org_id text collate "C" not null references webhooks.organisation,
  id text collate "C" not null check (id like 'qtask\_%'),
  task text not null check (task in
    ('endpoint.replay', 'endpoint.recover', 'application.stats', 'message.broadcast')),
  status text not null default 'running' check (status in ('running', 'finished', 'failed')),
  input jsonb not null,
  progress jsonb not null default '{}',
  data jsonb not null default '{}',
  failures smallint not null default 0,
  claimable_at timestamptz default now(),
  lease_owner text,
  fence bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((status = 'running') = (claimable_at is not null))
);
create index background_task_claimable on webhooks.background_task (claimable_at)
  where claimable_at is not null;

alter table webhooks.background_task enable row level security;
alter table webhooks.background_task force row level security;
create policy tenant on webhooks.background_task to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, update on webhooks.background_task to countersign_app;
-- The engine's role finds work over all organisations; the work itself is done as its organisation.
create policy engine on webhooks.background_task to countersign_engine using (true) with check (true);
grant select, update (claimable_at, lease_owner, fence) on webhooks.background_task
  to countersign_engine;

-- To recover is to look for the few that failed among the many that did not.
create index delivery_failed on webhooks.delivery (app_id, endpoint_id, msg_id) where status = 2;
