-- Where a company wants two people for a verdict, the first one's is held until a second gives the same.
alter table trust.setting add column reviews_take_two boolean not null default false;

alter table trust.review_history
  add column agreed_by text,
  add column agreed_by_name text,
  add column agreed_at timestamptz;

create table trust.review_waiting (
  vasp_did text collate "C" not null references trust.vasp,
  reviewed_did text collate "C" not null references trust.vasp on delete cascade,
  id text collate "C" not null,
  review_value text not null check (review_value in ('TRUSTED', 'BLOCKED', 'MANUAL')),
  note text check (length(note) <= 2000),
  reasons text[] not null,
  evidence jsonb not null,
  next_review_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text,
  waits_until timestamptz not null,
  primary key (vasp_did, reviewed_did),
  unique (vasp_did, id),
  check (vasp_did <> reviewed_did)
);
alter table trust.review_waiting enable row level security;
alter table trust.review_waiting force row level security;
create policy tenant on trust.review_waiting to countersign_app
  using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant());
grant select, insert, delete on trust.review_waiting to countersign_app;
