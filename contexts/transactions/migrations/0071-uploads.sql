-- Files of addresses and customers: read and previewed first, then taken in page by page once somebody confirms.
drop table transactions.address_list;
create table transactions.upload (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'upl\_%'),
  kind text not null check (kind in ('ADDRESSES', 'CUSTOMERS')),
  mode text not null check (mode in ('ADD', 'REPLACE')),
  file_name text not null check (length(file_name) <= 200),
  state text not null check (state in ('READING', 'READY', 'RUNNING', 'DONE', 'CANCELLED')),
  fresh int not null default 0,
  changed int not null default 0,
  present int not null default 0,
  rejected int not null default 0,
  removed int not null default 0,
  -- How much of what is new, changed and removed is done, and the last key or reference of the step under way.
  done int not null default 0,
  step text not null default 'LINES' check (step in ('LINES', 'REMOVAL')),
  place text collate "C" not null default '',
  -- Opens the lines of customers.
  sealed_key bytea,
  by_did text collate "C" not null,
  confirmed_by text collate "C",
  has_lines boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (vasp_did, id)
);
create index upload_newest on transactions.upload (vasp_did, kind, created_at desc, id desc);
-- Two previews of the same book would not both be true.
create unique index upload_open on transactions.upload (vasp_did, kind)
  where state in ('READING', 'READY', 'RUNNING');
create index upload_busy on transactions.upload (vasp_did) where has_lines;
create table transactions.upload_address (
  vasp_did text collate "C" not null,
  upload_id text collate "C" not null,
  key bytea not null check (length(key) = 32),
  hint_key bytea not null check (length(hint_key) = 32),
  network text not null,
  ref text collate "C" not null,
  effect text not null check (effect in ('NEW', 'CHANGED', 'PRESENT', 'TAKEN', 'OTHER')),
  primary key (vasp_did, upload_id, key)
);
create table transactions.upload_customer (
  vasp_did text collate "C" not null,
  upload_id text collate "C" not null,
  ref text collate "C" not null,
  effect text not null check (effect in ('NEW', 'CHANGED')),
  sealed bytea not null,
  primary key (vasp_did, upload_id, ref)
);
-- Rejected lines, by their number: nothing of what they say.
create table transactions.upload_problem (
  vasp_did text collate "C" not null,
  upload_id text collate "C" not null,
  line int not null check (line > 0),
  reason text not null check (length(reason) <= 300),
  primary key (vasp_did, upload_id, line)
);

do $$
declare name text;
begin
  foreach name in array array['upload', 'upload_address', 'upload_customer', 'upload_problem'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
-- The relay finds the companies with something to do; the work is the company's.
create policy relay on transactions.upload for select to countersign_relay using (true);
grant select (vasp_did, state, has_lines, updated_at) on transactions.upload to countersign_relay;
grant select, insert on transactions.upload to countersign_app;
grant update (state, fresh, changed, present, rejected, removed, done, step, place, sealed_key, confirmed_by, has_lines,
  updated_at, confirmed_at, ended_at) on transactions.upload to countersign_app;
grant select, insert, delete on transactions.upload_address, transactions.upload_customer, transactions.upload_problem
  to countersign_app;
