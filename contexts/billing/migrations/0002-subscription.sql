-- What a company has subscribed to, as its provider last said. Absent: the free plan.
create table billing.subscription (
  vasp_did text collate "C" primary key,
  -- A plan of the deployer's configuration.
  plan text not null check (length(plan) <= 40),
  -- One of ours: each provider's own words are translated.
  status text not null,
  customer_id text,
  subscription_id text,
  period_start timestamptz,
  period_end timestamptz,
  -- When the oldest unpaid invoice was due. The days of grace count from here, whatever the status does meanwhile.
  past_due_since timestamptz,
  -- Paid until then, though canceled.
  ends_at timestamptz,
  read_at timestamptz not null,
  check ((period_start is null) = (period_end is null)),
  check (period_end > period_start)
);
alter table billing.subscription enable row level security;
alter table billing.subscription force row level security;
create policy company on billing.subscription to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update on billing.subscription to countersign_app;
