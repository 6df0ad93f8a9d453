-- What a company was told last of each kind, so that it is told once: the state that it was told of.
create table billing.notice (
  vasp_did text collate "C" not null,
  kind text not null check (kind in ('updated', 'failed', 'ending', 'limit_near', 'limit_reached')),
  mark text not null,
  told_at timestamptz not null,
  primary key (vasp_did, kind)
);
alter table billing.notice enable row level security;
alter table billing.notice force row level security;
create policy company on billing.notice to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update on billing.notice to countersign_app;
-- Whom there is something to tell is found over all companies.
create policy relay on billing.notice for select to countersign_relay using (true);
grant select on billing.notice to countersign_relay;
