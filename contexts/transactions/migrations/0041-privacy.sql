-- What people ask a company about the data that it keeps of them: a copy, or its erasure.
create table transactions.privacy_request (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'prq\_%'),
  kind text not null check (kind in ('COPY', 'ERASURE')),
  state text not null check (state in ('OPEN', 'DONE', 'CANCELLED')),
  reason bytea not null,
  export_id text collate "C",
  requested_by text collate "C" not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When there is something to do; null once it has ended.
  due_at timestamptz,
  primary key (vasp_did, id)
);
create index privacy_request_newest on transactions.privacy_request (vasp_did, created_at desc, id desc);
create index privacy_request_due on transactions.privacy_request (due_at) where due_at is not null;
-- The transfers that the person is in.
create table transactions.privacy_item (
  vasp_did text collate "C" not null,
  request_id text collate "C" not null,
  transfer_id uuid not null,
  primary key (vasp_did, request_id, transfer_id),
  foreign key (vasp_did, request_id) references transactions.privacy_request
);

do $$
declare name text;
begin
  foreach name in array array['privacy_request', 'privacy_item'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
-- The relay finds the companies with something to do; the doing is the company's.
create policy relay on transactions.privacy_request for select to countersign_relay using (true);
grant select (vasp_did, due_at) on transactions.privacy_request to countersign_relay;
grant select, insert on transactions.privacy_request, transactions.privacy_item to countersign_app;
grant update (state, ended_at, due_at, reason) on transactions.privacy_request to countersign_app;

-- Of two people, the second agrees to an export of names.
alter table transactions.export_request drop constraint export_request_state_check;
alter table transactions.export_request add constraint export_request_state_check check (state in
  ('PENDING', 'WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'));
alter table transactions.export_request add agreed_by text collate "C" check (agreed_by <> requested_by);
