-- What a transfer counts for: the limits of a plan, and a bill only where its company had subscribed.
update billing.usage_event set billable = false where plan = 'free';

-- How much of each day a payer is charged for. It is set at the provider, never added to, so that repeating does no harm.
create table billing.usage_day (
  -- Who pays.
  vasp_did text collate "C" not null,
  day date not null,
  total int not null check (total >= 0),
  -- Grows with each change of the total; what was sent tells which of them the provider has.
  revision int not null default 1,
  sent_total int not null default 0,
  sent_revision int not null default 0,
  state text not null default 'pending' check (state in ('pending', 'sent', 'confirmed', 'held')),
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  attempts int not null default 0,
  primary key (vasp_did, day)
);
create index usage_day_pending on billing.usage_day (due_at) where state = 'pending';
alter table billing.usage_day enable row level security;
alter table billing.usage_day force row level security;
create policy company on billing.usage_day for select to countersign_app using (vasp_did = billing.tenant());
create policy relay on billing.usage_day to countersign_relay using (true) with check (true);
grant select on billing.usage_day to countersign_app;
grant select, insert, update on billing.usage_day to countersign_relay;

-- Counting and reporting work over all companies.
create policy relay on billing.usage_event to countersign_relay using (true) with check (true);
grant select, update (booked_on, counted) on billing.usage_event to countersign_relay;
create policy relay on billing.subscription for select to countersign_relay using (true);
grant select on billing.subscription to countersign_relay;
drop index billing.usage_uncounted;
create index usage_uncounted on billing.usage_event (occurred_at) where not counted;

-- What an invoice says. Amounts are in the currency's smallest unit.
alter table billing.invoice
  add column number text,
  add column currency text check (length(currency) = 3),
  add column total_minor bigint,
  add column due_minor bigint;
