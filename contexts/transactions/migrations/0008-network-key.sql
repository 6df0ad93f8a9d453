-- Keys the hashes by which addresses are compared, so that a copy of the database doesn't tell which address a
-- hash is of. Sealed by the vault; one for the whole network, as companies compare across each other.
create table transactions.network_key (
  no int primary key check (no = 1),
  sealed text not null,
  created_at timestamptz not null
);
alter table transactions.network_key enable row level security;
alter table transactions.network_key force row level security;
create policy everybody on transactions.network_key to countersign_app using (true) with check (true);
grant select, insert on transactions.network_key to countersign_app;
