-- What a company's webhooks were told of the companies that it trusts, so that each thing is told once.
create table trust.alert_told (
  vasp_did text collate "C" not null references trust.vasp,
  subject_did text collate "C" not null references trust.vasp,
  status text not null check (status in ('SUSPENDED', 'DISABLED', 'DEREGISTERED')),
  since timestamptz not null,
  primary key (vasp_did, subject_did, status)
);
alter table trust.alert_told enable row level security;
alter table trust.alert_told force row level security;
create policy tenant on trust.alert_told to countersign_app
  using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant());
grant select, insert, update (since) on trust.alert_told to countersign_app;

-- The relay looks for news over all companies: who trusts whom, and never what they think of them.
create policy relay on trust.alert_told for select to countersign_relay using (true);
create policy relay on trust.vasp for select to countersign_relay using (true);
create policy relay on trust.review for select to countersign_relay using (true);
create policy relay on trust.review_history for select to countersign_relay using (true);
create policy relay on trust.document_request for select to countersign_relay using (true);
grant select (vasp_did, subject_did, status, since) on trust.alert_told to countersign_relay;
grant select (vasp_did, verification_status, verification_since, disabled_at, regulatory_status,
  status_reasons, updated_at) on trust.vasp to countersign_relay;
grant select (vasp_did, reviewed_did, review_id) on trust.review to countersign_relay;
grant select (vasp_did, id, created_at) on trust.review_history to countersign_relay;
grant select (vasp_did, requester_did, status, requested_at) on trust.document_request
  to countersign_relay;
create index vasp_alerts on trust.vasp (vasp_did) where verification_status = 'SUSPENDED'
  or disabled_at is not null or regulatory_status in ('No longer regulated', 'No longer exempt');
