create schema billing;
grant usage on schema billing to countersign_app, countersign_relay;

-- The tenant is the company. Its DID stands in app.tenant of the transaction.
create function billing.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

-- The ledger: one row for each chargeable transfer, written in the transfer's own transaction. Rows are only added,
-- so that transfers of one company never wait for each other.
create table billing.usage_event (
  vasp_did text collate "C" not null,
  -- The transfer's own ID: once, by the database.
  id uuid not null,
  kind text not null check (kind in ('transfer', 'correction')),
  payer_did text collate "C" not null,
  -- As they were then.
  plan text not null check (length(plan) <= 40),
  billable boolean not null,
  units int not null check (units <> 0 and (units > 0 or kind = 'correction')),
  occurred_at timestamptz not null,
  -- The day it counts for; null until it is counted.
  booked_on date,
  counted boolean not null default false,
  primary key (vasp_did, id)
);
create index usage_uncounted on billing.usage_event (payer_did) where not counted;
create index usage_month on billing.usage_event (vasp_did, occurred_at);

alter table billing.usage_event enable row level security;
alter table billing.usage_event force row level security;
create policy company on billing.usage_event to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert on billing.usage_event to countersign_app;
