-- An internal admin's look into a company, as its people see it. It ends by itself.
create table identity.observation (
  vasp_did text collate "C" not null check (vasp_did like 'did:%'),
  id text collate "C" not null unique check (id like 'obs\_%'),
  user_id text collate "C" not null references identity.user,
  reason text not null check (length(reason) between 10 and 500),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (vasp_did, id)
);
create index observation_open on identity.observation (ends_at) where ended_at is null;

-- What was looked at: the first time of each address stands in the company's chain.
create table identity.observed (
  vasp_did text collate "C" not null,
  observation_id text collate "C" not null,
  address_hash bytea not null check (length(address_hash) = 32),
  primary key (vasp_did, observation_id, address_hash),
  foreign key (vasp_did, observation_id) references identity.observation on delete cascade
);

-- The look belongs to one session: where that ends, so does the look.
alter table identity.session add column observation_id text collate "C"
  references identity.observation (id);
create index session_observing on identity.session (observation_id) where observation_id is not null;
grant update (observation_id) on identity.session to countersign_app;

alter table identity.observation enable row level security;
alter table identity.observation force row level security;
create policy tenant on identity.observation to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
create policy own on identity.observation for select to countersign_app
  using (user_id = identity.self());
create policy staff on identity.observation for select to countersign_app
  using (identity.self() = 'staff');
grant select, insert, update (ended_at) on identity.observation to countersign_app;

alter table identity.observed enable row level security;
alter table identity.observed force row level security;
create policy tenant on identity.observed to countersign_app
  using (vasp_did = identity.tenant()) with check (vasp_did = identity.tenant());
grant select, insert on identity.observed to countersign_app;
