-- Who pays for a company, from a day on: itself before the first one. Last month's usage stays with last month's payer.
create table billing.payer (
  vasp_did text collate "C" not null,
  since date not null,
  payer_did text collate "C" not null,
  primary key (vasp_did, since)
);
create index payer_pays on billing.payer (payer_did);
alter table billing.payer enable row level security;
alter table billing.payer force row level security;
-- Whether two companies have one payer is asked by either of them; the directory shows it too.
create policy everyone on billing.payer for select to countersign_app using (true);
create policy company on billing.payer for insert to countersign_app with check (vasp_did = billing.tenant());
create policy company_changes on billing.payer for update to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update on billing.payer to countersign_app;

create function billing.payer_on(did text, at timestamptz) returns text language sql stable parallel safe
  return coalesce((select payer_did from billing.payer
    where vasp_did = did and since <= (at at time zone 'UTC')::date order by since desc limit 1), did);

-- A payer sees what it pays for; whom it pays for sees what was subscribed to.
create policy payer on billing.usage_event for select to countersign_app using (payer_did = billing.tenant());
create policy paid_for on billing.subscription for select to countersign_app
  using (exists (select from billing.payer p where p.vasp_did = billing.tenant() and p.payer_did = subscription.vasp_did));

-- Who is billed, and where: sealed. The provider is told by a worker, until it has the newest revision.
create table billing.entity (
  vasp_did text collate "C" primary key,
  sealed text not null,
  revision int not null default 1,
  updated_at timestamptz not null,
  -- What the provider has, of which customer.
  sent_revision int not null default 0,
  sent_customer text,
  due_at timestamptz not null,
  attempts int not null default 0
);
create index entity_unsent on billing.entity (due_at) where revision > sent_revision;
alter table billing.entity enable row level security;
alter table billing.entity force row level security;
create policy company on billing.entity to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update on billing.entity to countersign_app;
create policy relay on billing.entity to countersign_relay using (true) with check (true);
grant select (vasp_did, revision, sent_revision, sent_customer, due_at, attempts),
  update (due_at, attempts) on billing.entity to countersign_relay;
