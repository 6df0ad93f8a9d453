-- Companies are found by an asset that they list, in any case.
create index vasp_assets on trust.vasp using gin ((lower((profile -> 'supportedAssets')::text)::jsonb));

-- What a person saw goes when they leave the company.
grant delete on trust.look to countersign_app;

-- When somebody was last reminded of a pending verification, and how often: a company of what it has to
-- supply, `network` of its queue.
create table trust.verification_reminder (
  vasp_did text collate "C" primary key,
  reminded_at timestamptz not null,
  times int not null check (times > 0)
);
alter table trust.verification_reminder enable row level security;
alter table trust.verification_reminder force row level security;
create policy tenant on trust.verification_reminder to countersign_app
  using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant());
grant select, insert, update on trust.verification_reminder to countersign_app;
