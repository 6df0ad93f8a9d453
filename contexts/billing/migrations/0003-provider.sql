-- Who a payer is at the provider, and when to read what it says of them again.
create table billing.customer (
  vasp_did text collate "C" primary key,
  provider text not null check (provider in ('stripe', 'chargebee')),
  customer_id text collate "C" not null,
  due_at timestamptz not null,
  -- The database’s time before the last reading.
  read_at timestamptz,
  unique (provider, customer_id)
);

-- The newest invoices, as the provider last said.
create table billing.invoice (
  vasp_did text collate "C" not null,
  id text collate "C" not null,
  issued_at timestamptz not null,
  due_at timestamptz,
  status text not null,
  primary key (vasp_did, id)
);

-- Events of providers that were received: each is a hint to read a customer again, and counts once.
-- Nothing of their content is kept.
create table billing.provider_event (
  provider text not null,
  id text collate "C" not null,
  type text not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

alter table billing.subscription add column hosted_page_url text;

do $$
declare name text;
begin
  foreach name in array array['customer', 'invoice'] loop
    execute format('alter table billing.%I enable row level security', name);
    execute format('alter table billing.%I force row level security', name);
    execute format('create policy company on billing.%I to countersign_app
      using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant())', name);
    execute format('grant select, insert, update on billing.%I to countersign_app', name);
  end loop;
end $$;
grant delete on billing.invoice, billing.subscription to countersign_app;

alter table billing.provider_event enable row level security;
alter table billing.provider_event force row level security;
create policy relay on billing.provider_event to countersign_relay using (true) with check (true);
grant select, insert, delete on billing.provider_event to countersign_relay;
-- An event names a customer; whose it is shows only here.
create policy relay on billing.customer to countersign_relay using (true) with check (true);
grant select, update (due_at) on billing.customer to countersign_relay;
