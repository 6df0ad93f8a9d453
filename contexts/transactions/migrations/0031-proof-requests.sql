-- Requests to customers to prove a wallet. The link's secret is kept as a hash; address and message are sealed.
create table transactions.proof_request (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'req\_%'),
  token_hash bytea not null check (length(token_hash) = 32),
  customer_key uuid not null,
  address_key bytea not null check (length(address_key) = 32),
  hint_key bytea not null check (length(hint_key) = 32),
  network text not null,
  sealed bytea not null,
  by_did text collate "C" not null,
  created_at timestamptz not null,
  until timestamptz not null,
  proof_id text collate "C",
  primary key (vasp_did, id),
  unique (vasp_did, token_hash)
);
create index proof_request_customer on transactions.proof_request (vasp_did, customer_key, created_at desc);
alter table transactions.proof_request enable row level security;
alter table transactions.proof_request force row level security;
create policy tenant on transactions.proof_request to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
grant select, insert, delete on transactions.proof_request to countersign_app;
grant update (proof_id, sealed) on transactions.proof_request to countersign_app;
