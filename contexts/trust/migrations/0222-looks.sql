-- What a person last saw of a counterparty's profile, so that what changed since can be told.
create table trust.look (
  vasp_did text collate "C" not null references trust.vasp,
  user_did text collate "C" not null,
  counterparty_did text collate "C" not null references trust.vasp on delete cascade,
  seen jsonb not null,
  seen_at timestamptz not null,
  -- What the look before that showed: it stays for a while, so that a reload tells the same.
  before jsonb,
  before_at timestamptz,
  primary key (vasp_did, user_did, counterparty_did)
);
alter table trust.look enable row level security;
alter table trust.look force row level security;
create policy tenant on trust.look to countersign_app
  using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant());
grant select, insert, update on trust.look to countersign_app;
