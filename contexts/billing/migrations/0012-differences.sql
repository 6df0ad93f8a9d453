-- Differences about a customer of whom we know no company, and more kinds of them.
alter table billing.drift
  alter column payer_did drop not null,
  add column customer_id text collate "C",
  add check (payer_did is not null or customer_id is not null),
  drop constraint drift_kind_check,
  add constraint drift_kind_check check (kind in ('snapshot', 'usage_low', 'usage_high', 'several_subscriptions',
    'unknown_plan', 'too_old', 'ledger', 'late_usage', 'usage_rejected', 'entitlement', 'unknown_customer',
    'duplicate_customer')),
  drop constraint drift_action_check,
  add constraint drift_action_check
    check (action in ('resent', 'followed', 'booked', 'accepted', 'ignored', 'gone'));
drop index billing.drift_open;
create unique index drift_open on billing.drift (kind, coalesce(payer_did, ''), coalesce(customer_id, ''),
  coalesce(day, '-infinity'::date)) where closed_at is null;

-- The operator sees what each company uses.
create policy network on billing.usage_event for select to countersign_app
  using (billing.tenant() = 'network');
-- What was booked late is found by who pays.
create index usage_payer on billing.usage_event (payer_did, occurred_at);

-- An event that tells of refused usage has to be asked for what it says.
alter table billing.provider_event add column is_unread boolean not null default false;
create index provider_event_unread on billing.provider_event (received_at) where is_unread;
grant update (is_unread) on billing.provider_event to countersign_relay;

-- Until when a provider's events have been asked for: one that never arrived is found then.
create table billing.provider_mark (
  provider text primary key check (provider in ('stripe', 'chargebee', 'demo')),
  asked_until timestamptz not null
);
alter table billing.provider_mark enable row level security;
alter table billing.provider_mark force row level security;
create policy relay on billing.provider_mark to countersign_relay using (true) with check (true);
grant select, insert, update on billing.provider_mark to countersign_relay;
