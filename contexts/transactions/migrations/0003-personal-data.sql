-- Key pairs of companies. Everybody reads the public half; the private half is sealed by the vault.
create table transactions.public_key (
  vasp_did text collate "C" not null,
  no int not null check (no > 0),
  kind text not null check (kind in ('HOSTED', 'EXTERNAL')),
  public_key bytea not null check (length(public_key) = 32),
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (vasp_did, no)
);
create table transactions.private_key (
  vasp_did text collate "C" not null,
  no int not null,
  sealed bytea not null,
  primary key (vasp_did, no),
  foreign key (vasp_did, no) references transactions.public_key
);
-- Hashes what a company may search for: names, references, contents.
create table transactions.blind_key (
  vasp_did text collate "C" not null,
  no int not null check (no > 0),
  sealed bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (vasp_did, no)
);
-- A machine client's own key, to which personal data is sealed for it.
create table transactions.client_key (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'key\_%'),
  name text not null check (length(name) between 1 and 80),
  jwk jsonb not null,
  thumbprint text collate "C" not null,
  client_ids text[] not null check (cardinality(client_ids) > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'ACTIVE', 'GONE')),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  proved_at timestamptz,
  added_by text collate "C" not null,
  agreed_by text collate "C" check (agreed_by <> added_by),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (vasp_did, id),
  check (state <> 'ACTIVE' or (proved_at is not null and agreed_by is not null))
);

-- A part of a transfer's personal data: the tree of IVMS101 with each leaf sealed under the part's data key.
create table transactions.part (
  owner_did text collate "C" not null,
  transfer_id uuid not null,
  part text not null check (part in ('ORIGINATOR', 'BENEFICIARY', 'COMMENTS')),
  version int not null check (version > 0),
  tree jsonb not null,
  -- Which items of a requirement it has, so that completeness is judged without opening it.
  fields text[] not null,
  created_at timestamptz not null,
  primary key (owner_did, transfer_id, part, version)
);
-- The part's data key, sealed to one company's public key: its row is what lets the company open the part.
create table transactions.sealed_key (
  vasp_did text collate "C" not null,
  owner_did text collate "C" not null,
  transfer_id uuid not null,
  part text not null,
  version int not null,
  key_no int not null,
  box bytea not null check (length(box) = 92),
  created_at timestamptz not null,
  primary key (vasp_did, owner_did, transfer_id, part, version)
);
create index sealed_key_part on transactions.sealed_key (owner_did, transfer_id, part, version);

alter table transactions.part enable row level security;
alter table transactions.part force row level security;
alter table transactions.sealed_key enable row level security;
alter table transactions.sealed_key force row level security;
alter table transactions.public_key enable row level security;
alter table transactions.public_key force row level security;

create policy owner on transactions.part to countersign_app
  using (owner_did = transactions.tenant()) with check (owner_did = transactions.tenant());
create policy holder on transactions.part for select to countersign_app using (exists (
  select from transactions.sealed_key k where k.vasp_did = transactions.tenant() and k.owner_did = part.owner_did
    and k.transfer_id = part.transfer_id and k.part = part.part and k.version = part.version));
create policy reader on transactions.sealed_key for select to countersign_app
  using (transactions.tenant() in (vasp_did, owner_did));
create policy owner on transactions.sealed_key for insert to countersign_app
  with check (owner_did = transactions.tenant());
create policy holder_renews on transactions.sealed_key for update to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
create policy holder_ends on transactions.sealed_key for delete to countersign_app
  using (vasp_did = transactions.tenant());
create policy everybody on transactions.public_key for select to countersign_app using (true);
create policy tenant on transactions.public_key to countersign_app
  using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant());
grant select, insert on transactions.part to countersign_app;
grant select, insert, delete on transactions.sealed_key to countersign_app;
grant update (key_no, box) on transactions.sealed_key to countersign_app;
grant select, insert on transactions.public_key to countersign_app;
grant update (retired_at) on transactions.public_key to countersign_app;

-- With its last key a part can be opened by nobody: it goes too.
create function transactions.drop_unopenable_part() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  delete from transactions.part p where p.owner_did = old.owner_did and p.transfer_id = old.transfer_id
    and p.part = old.part and p.version = old.version
    and not exists (select from transactions.sealed_key k where k.owner_did = old.owner_did
      and k.transfer_id = old.transfer_id and k.part = old.part and k.version = old.version);
  return null;
end $$;
create trigger drop_unopenable_part after delete on transactions.sealed_key
  for each row execute function transactions.drop_unopenable_part();

-- Who opened what, and why: one row in the viewer's company, one in the owner's.
create table transactions.pii_view (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'vew\_%'),
  transfer_id uuid not null,
  part text not null,
  version int not null,
  viewer_did text collate "C" not null,
  owner_did text collate "C" not null,
  customer_key uuid,
  by_did text collate "C",
  role text not null,
  reason_code text not null check (reason_code in
    ('DECIDE', 'CUSTOMER_REQUEST', 'AUDIT', 'AUTHORITY', 'DATA_QUALITY', 'OTHER', 'AUTO')),
  comment bytea,
  how text not null check (how in ('CLICK', 'AUTO', 'MACHINE', 'EXPORT', 'PRINT')),
  at timestamptz not null,
  primary key (vasp_did, id),
  -- The owner learns the company, never the person.
  check (by_did is null or vasp_did = viewer_did)
);
create index pii_view_transfer on transactions.pii_view (vasp_did, transfer_id);
create index pii_view_at on transactions.pii_view (vasp_did, at desc, id);
create index pii_view_customer on transactions.pii_view (vasp_did, customer_key, at desc);

create table transactions.comment (
  vasp_did text collate "C" not null,
  transfer_id uuid not null,
  id text collate "C" not null check (id like 'cmt\_%'),
  author_did text collate "C" not null,
  by_did text collate "C",
  audience text not null check (audience in ('OWN', 'BOTH')),
  sealed bytea not null,
  at timestamptz not null,
  primary key (vasp_did, transfer_id, id),
  check (by_did is null or vasp_did = author_did)
);
create table transactions.legal_hold (
  vasp_did text collate "C" not null,
  transfer_id uuid not null,
  at timestamptz not null,
  until date not null,
  reason bytea not null,
  by_did text collate "C" not null,
  ended_at timestamptz,
  primary key (vasp_did, transfer_id, at)
);
create index legal_hold_until on transactions.legal_hold (vasp_did, until) where ended_at is null;

-- The owner ends another company's key: at once when it is no longer a side, thirty days after a
-- cancellation; never while that company has a legal hold.
create function transactions.revoke(transfer uuid, holder text) returns int language plpgsql security definer
  set search_path = pg_catalog as $$
declare ended int;
begin
  if exists (select from transactions.legal_hold h where h.vasp_did = holder and h.transfer_id = transfer
      and h.ended_at is null and h.until >= current_date) then return 0; end if;
  if not exists (select from transactions.transfer t where t.id = transfer
      and t.originator_did = transactions.tenant() and holder <> transactions.tenant()
      and (holder is distinct from t.beneficiary_did
        or (t.status = 'CANCELLED' and t.updated_at <= now() - interval '30 days'))) then return 0; end if;
  delete from transactions.sealed_key k
    where k.transfer_id = transfer and k.vasp_did = holder and k.owner_did = transactions.tenant();
  get diagnostics ended = row_count;
  delete from transactions.lookup l where l.vasp_did = holder and l.transfer_id = transfer and l.kind = 'NAME';
  return ended;
end $$;
revoke all on function transactions.revoke(uuid, text) from public;
grant execute on function transactions.revoke(uuid, text) to countersign_app;

do $$
declare name text;
begin
  foreach name in array array['private_key', 'blind_key', 'client_key', 'pii_view', 'comment', 'legal_hold'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
-- The functions above run as the owner, whom forced row-level security binds too.
do $$
declare name text;
begin
  foreach name in array array['transfer', 'legal_hold', 'sealed_key', 'part', 'lookup'] loop
    execute format('create policy owner_functions on transactions.%I to %I using (true)', name, current_user);
  end loop;
end $$;
grant select, insert, update, delete on transactions.private_key to countersign_app;
grant select, insert, update, delete on transactions.blind_key to countersign_app;
grant select, insert, update on transactions.client_key to countersign_app;
grant select, insert on transactions.pii_view to countersign_app;
grant select, insert, delete on transactions.comment to countersign_app;
grant select, insert, update on transactions.legal_hold to countersign_app;
