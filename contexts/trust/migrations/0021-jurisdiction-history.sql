-- The version keeps two admins from overwriting each other; the address is where the source is read.
alter table trust.jurisdiction
  add column version int not null default 1 check (version > 0),
  add column source_url text check (length(source_url) <= 500);
update trust.jurisdiction set source_url = 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj' where id = 'EU';
update trust.jurisdiction set source_url = 'https://www.ecfr.gov/current/title-31/section-1010.410'
  where id = 'US';
grant insert on trust.jurisdiction to countersign_app;

-- Who changed what. Rows are added and never altered; `version` is the one that the change led to.
create table trust.jurisdiction_change (
  jurisdiction_id text collate "C" not null references trust.jurisdiction,
  version int not null check (version > 0),
  at timestamptz not null,
  made_by text collate "C" not null,
  made_by_name text,
  before jsonb,
  after jsonb not null,
  primary key (jurisdiction_id, version)
);
alter table trust.jurisdiction_change enable row level security;
alter table trust.jurisdiction_change force row level security;
create policy everyone on trust.jurisdiction_change to countersign_app using (true) with check (true);
grant select, insert on trust.jurisdiction_change to countersign_app;
