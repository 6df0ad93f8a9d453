-- A company replaced a key of its own: how far what stands under older ones is renewed. The older ones are destroyed
-- once nothing is left under them.
create table transactions.key_rotation (
  vasp_did text collate "C" not null,
  kind text not null check (kind in ('COMPANY', 'BLIND')),
  -- Of the new key.
  no int not null check (no > 1),
  by_did text collate "C" not null,
  at timestamptz not null,
  renewed int not null default 0 check (renewed >= 0),
  -- Nothing was left under an older key.
  renewed_at timestamptz,
  ended_at timestamptz,
  -- When there is something to do; null once it has ended.
  due_at timestamptz,
  primary key (vasp_did, kind, no),
  check ((ended_at is null) = (due_at is not null))
);
create index key_rotation_due on transactions.key_rotation (due_at) where due_at is not null;
alter table transactions.key_rotation enable row level security;
alter table transactions.key_rotation force row level security;
create policy tenant on transactions.key_rotation to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
-- The relay finds the companies whose turn it is; the renewing itself is the company's.
create policy relay on transactions.key_rotation for select to countersign_relay using (true);
grant select, insert on transactions.key_rotation to countersign_app;
grant update (renewed, renewed_at, ended_at, due_at) on transactions.key_rotation to countersign_app;
grant select (vasp_did, due_at) on transactions.key_rotation to countersign_relay;
