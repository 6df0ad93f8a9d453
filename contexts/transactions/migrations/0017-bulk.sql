-- One action on many transfers: prepared first, then done in the background by whoever prepared it.
create table transactions.bulk_task (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (id like 'blk\_%'),
  action text not null check (action in
    ('approve', 'confirm', 'accept', 'reject', 'decline', 'cancel', 'assign', 'snooze')),
  reason_code text,
  -- {assignee} or {until}
  args jsonb not null default '{}',
  by_kind text not null check (by_kind in ('PERSON', 'CLIENT')),
  by_did text collate "C" not null,
  undoes text collate "C",
  state text not null check (state in ('CHECKING', 'READY', 'RUNNING', 'DONE', 'CANCELLED')),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (vasp_did, id)
);
create index bulk_task_newest on transactions.bulk_task (vasp_did, created_at desc, id desc);
-- A company has one under way; the worker finds it here.
create unique index bulk_task_active on transactions.bulk_task (vasp_did) where state in ('CHECKING', 'RUNNING');
create unique index bulk_task_undone on transactions.bulk_task (vasp_did, undoes) where undoes is not null;
create table transactions.bulk_item (
  vasp_did text collate "C" not null,
  task_id text collate "C" not null,
  no int not null check (no > 0),
  transfer_id uuid not null,
  -- As it was checked: a transfer that has changed since is left alone.
  version int,
  outcome text not null default 'UNCHECKED' check (outcome in ('UNCHECKED', 'POSSIBLE', 'IMPOSSIBLE', 'DONE', 'FAILED')),
  status text,
  problem text check (length(problem) <= 200),
  -- What an undo puts back.
  before jsonb,
  primary key (vasp_did, task_id, no),
  foreign key (vasp_did, task_id) references transactions.bulk_task
);
create index bulk_item_outcome on transactions.bulk_item (vasp_did, task_id, outcome, no);

do $$
declare name text;
begin
  foreach name in array array['bulk_task', 'bulk_item'] loop
    execute format('alter table transactions.%I enable row level security', name);
    execute format('alter table transactions.%I force row level security', name);
    execute format('create policy tenant on transactions.%I to countersign_app
      using (vasp_did = transactions.tenant()) with check (vasp_did = transactions.tenant())', name);
  end loop;
end $$;
-- The relay finds the companies with one under way; the acts are the company's.
create policy relay on transactions.bulk_task for select to countersign_relay using (true);
grant select (vasp_did, state) on transactions.bulk_task to countersign_relay;
grant select, insert on transactions.bulk_task, transactions.bulk_item to countersign_app;
grant update (state, ended_at) on transactions.bulk_task to countersign_app;
grant update (version, outcome, status, problem, before) on transactions.bulk_item to countersign_app;
