-- A change of who pays that waits for a second person: one at a time for each company.
create table billing.pending_payer (
  vasp_did text collate "C" primary key,
  payer_did text collate "C" not null,
  by_did text not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null
);
alter table billing.pending_payer enable row level security;
alter table billing.pending_payer force row level security;
create policy company on billing.pending_payer to countersign_app
  using (vasp_did = billing.tenant()) with check (vasp_did = billing.tenant());
grant select, insert, update, delete on billing.pending_payer to countersign_app;
