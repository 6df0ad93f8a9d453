-- One comparison of what we know and what the provider does: each night, and whenever the operator asks.
create table billing.reconciliation (
  id uuid primary key default gen_random_uuid(),
  -- Null for the nightly one.
  asked_by text,
  -- One payer, or null for all.
  payer_did text,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  customers int not null default 0,
  compared_days int not null default 0,
  drifts int not null default 0,
  -- Customers that could not be read.
  failed int not null default 0
);
create index reconciliation_open on billing.reconciliation (asked_at) where finished_at is null;

-- A difference between us and the provider: open until a comparison no longer finds it, or the operator decides.
create table billing.drift (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('snapshot', 'usage_low', 'usage_high', 'several_subscriptions', 'unknown_plan',
    'too_old', 'ledger')),
  payer_did text collate "C" not null,
  day date,
  ours text,
  theirs text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- What was done about it, by whom: 'system' where it went by itself.
  action text check (action in ('resent', 'followed', 'accepted', 'ignored', 'gone')),
  decided_by text,
  reason text,
  closed_at timestamptz
);
create unique index drift_open on billing.drift (kind, payer_did, coalesce(day, '-infinity'::date)) where closed_at is null;
create index drift_newest on billing.drift (first_seen_at desc, id desc);

do $$
declare name text;
begin
  foreach name in array array['reconciliation', 'drift'] loop
    execute format('alter table billing.%I enable row level security', name);
    execute format('alter table billing.%I force row level security', name);
    -- The operator's own: no company's transaction sees them.
    execute format('create policy network on billing.%I to countersign_app
      using (billing.tenant() = ''network'') with check (billing.tenant() = ''network'')', name);
    execute format('create policy relay on billing.%I to countersign_relay using (true) with check (true)', name);
    execute format('grant select, insert, update on billing.%I to countersign_app, countersign_relay', name);
  end loop;
  foreach name in array array['subscription', 'customer', 'usage_day'] loop
    execute format('create policy network on billing.%I for select to countersign_app
      using (billing.tenant() = ''network'')', name);
  end loop;
end $$;
-- The operator has a day sent again, or kept as it is.
create policy network_decides on billing.usage_day for update to countersign_app
  using (billing.tenant() = 'network') with check (billing.tenant() = 'network');
grant update (state, revision, due_at, lease_until) on billing.usage_day to countersign_app;
