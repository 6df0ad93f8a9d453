-- What the demo's provider, which takes no money, knows of a company: what Stripe or Chargebee would keep.
create table billing.demo_account (
  vasp_did text collate "C" primary key,
  -- The subscription and its invoices.
  state jsonb not null,
  -- Of the newest link to the portal's page; links are good for ten minutes.
  session_hash bytea,
  session_ends_at timestamptz,
  return_url text,
  check ((session_hash is null) = (session_ends_at is null) and (session_hash is null) = (return_url is null))
);
alter table billing.demo_account enable row level security;
alter table billing.demo_account force row level security;
create policy company on billing.demo_account to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update on billing.demo_account to countersign_app;

alter table billing.customer drop constraint customer_provider_check;
alter table billing.customer add check (provider in ('stripe', 'chargebee', 'demo'));
