-- The draft of a company's next version. `revision` grows with each change of any answer.
create table trust.ddq_draft (
  vasp_did text collate "C" primary key references trust.vasp,
  version int not null check (version > 0),
  revision int not null default 0,
  started_at timestamptz not null,
  started_by text not null
);

create table trust.ddq_answer (
  vasp_did text collate "C" not null references trust.ddq_draft on delete cascade,
  question text collate "C" not null,
  value jsonb not null,
  revision int not null check (revision > 0),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (vasp_did, question)
);

-- What was submitted. Nobody of ours may change or delete a row: see the grants.
create table trust.ddq_version (
  vasp_did text collate "C" not null references trust.vasp,
  version int not null check (version > 0),
  form text not null,
  answers jsonb not null,
  declaration jsonb not null,
  submitted_at timestamptz not null,
  submitted_by text not null,
  expires_at timestamptz not null,
  primary key (vasp_did, version)
);

-- Who edits which section, as a lease that ends by itself.
create table trust.ddq_editor (
  vasp_did text collate "C" not null references trust.vasp,
  user_did text collate "C" not null,
  section text not null,
  who text not null,
  until timestamptz not null,
  primary key (vasp_did, user_did)
);

-- Readings by other companies. A person who keeps a version open reads it once an hour.
create table trust.ddq_read (
  vasp_did text collate "C" not null,
  requester_did text collate "C" not null,
  reader text collate "C" not null,
  version int not null,
  hour timestamptz not null,
  at timestamptz not null,
  primary key (vasp_did, requester_did, reader, version, hour),
  foreign key (vasp_did, version) references trust.ddq_version
);
create index ddq_read_newest on trust.ddq_read (vasp_did, at desc);

-- What a company notes of another's questionnaire. Its tenant is the reviewer: the other never sees it.
create table trust.ddq_mark (
  vasp_did text collate "C" not null references trust.vasp,
  reviewed_did text collate "C" not null references trust.vasp,
  section text not null,
  mark text check (mark in ('OK', 'CONCERN', 'QUESTION')),
  note text not null,
  version int not null,
  revision int not null check (revision > 0),
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (vasp_did, reviewed_did, section)
);

-- The versions on which reviews were decided.
create table trust.ddq_pin (
  vasp_did text collate "C" not null references trust.vasp,
  reviewed_did text collate "C" not null references trust.vasp,
  id bigint generated always as identity,
  version int not null,
  at timestamptz not null,
  by text not null,
  primary key (vasp_did, reviewed_did, id)
);

do $$
declare name text;
begin
  foreach name in array array['ddq_draft', 'ddq_answer', 'ddq_version', 'ddq_editor', 'ddq_read', 'ddq_mark', 'ddq_pin'] loop
    execute format('alter table trust.%I enable row level security', name);
    execute format('alter table trust.%I force row level security', name);
    execute format('create policy tenant on trust.%I to countersign_app
      using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant())', name);
  end loop;
end $$;

grant select, insert, update, delete on trust.ddq_draft, trust.ddq_answer, trust.ddq_editor to countersign_app;
grant select, insert, update on trust.ddq_mark to countersign_app;
grant select, insert on trust.ddq_version, trust.ddq_read, trust.ddq_pin to countersign_app;
