-- The address book, by a keyed hash of chain, address and tag.
create table transactions.address_list (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'adr\_%'),
  source_type text not null check (source_type in ('INTERNAL', 'EXTERNAL')),
  mode text not null check (mode in ('ADD', 'REPLACE')),
  state text not null check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED')),
  added int not null default 0,
  present int not null default 0,
  rejected int not null default 0,
  created_at timestamptz not null,
  primary key (vasp_did, id)
);
create table transactions.address (
  vasp_did text collate "C" not null,
  key bytea not null check (length(key) = 32),
  -- Without the chain: the same address elsewhere is a hint, no more.
  hint_key bytea not null check (length(hint_key) = 32),
  source_type text not null check (source_type in ('INTERNAL', 'EXTERNAL')),
  type text not null check (type in ('HOSTED', 'UNHOSTED')),
  network text not null,
  asset_id text collate "C",
  customer_key uuid,
  owner_did text collate "C",
  list_id text collate "C",
  plain bytea,
  confirmed_at timestamptz,
  confirmed_by text collate "C",
  created_at timestamptz not null,
  primary key (vasp_did, key)
);
create index address_source on transactions.address (vasp_did, source_type, key);
create index address_hint on transactions.address (vasp_did, hint_key);
-- What a company lets others ask: whose address this is.
create table transactions.address_claim (
  key bytea not null check (length(key) = 32),
  vasp_did text collate "C" not null,
  audience text not null check (audience in ('NETWORK', 'TRUSTED', 'NOBODY')),
  primary key (key, vasp_did)
);

create table transactions.customer (
  vasp_did text collate "C" not null,
  ref text collate "C" not null check (ref ~ '^[A-Za-z0-9_-]{1,64}$'),
  customer_key uuid not null,
  kind text check (kind in ('NATURAL', 'LEGAL')),
  -- Sealed leaf by leaf under the company's own key.
  tree jsonb,
  box bytea check (length(box) = 92),
  key_no int,
  country text check (length(country) = 2),
  tags text[] not null default '{}',
  name_hmacs bytea[] not null default '{}',
  retain_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vasp_did, ref),
  unique (vasp_did, customer_key)
);
-- The DID under which one counterparty knows a customer.
create table transactions.customer_did (
  vasp_did text collate "C" not null,
  customer_key uuid not null,
  counterparty_did text collate "C" not null,
  did text collate "C" not null,
  primary key (vasp_did, customer_key, counterparty_did),
  unique (vasp_did, did)
);

-- Proofs that a wallet belongs to somebody, and the nonces that they must contain.
create table transactions.nonce (
  vasp_did text collate "C" not null,
  nonce_hash bytea not null check (length(nonce_hash) = 32),
  address_key bytea not null check (length(address_key) = 32),
  type text not null,
  amount numeric(78, 0),
  until timestamptz not null,
  used_at timestamptz,
  primary key (vasp_did, nonce_hash)
);
create table transactions.proof (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'prf\_%'),
  address_key bytea not null check (length(address_key) = 32),
  customer_key uuid,
  transfer_id uuid,
  type text not null,
  sealed bytea not null,
  result text not null check (result in ('VERIFIED', 'DECLARED')),
  method text not null,
  at timestamptz not null,
  until timestamptz,
  primary key (vasp_did, id)
);
create index proof_address on transactions.proof (vasp_did, address_key);

do $$
declare name text;
begin
  foreach name in array array['address_list', 'address', 'address_claim', 'customer', 'customer_did', 'nonce',
    'proof'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
grant select, insert, update, delete on transactions.address, transactions.address_list, transactions.address_claim,
  transactions.customer, transactions.customer_did, transactions.proof to countersign_app;
grant select, insert, update on transactions.nonce to countersign_app;
