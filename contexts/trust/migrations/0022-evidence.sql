-- The documents, each in one version, that a company shows the network to be verified.
create table trust.evidence (
  vasp_did text collate "C" not null,
  document_id text collate "C" not null,
  version int not null,
  status text not null check (status in ('WAITING', 'IN_REVIEW', 'ACCEPTED', 'REFUSED')),
  shown_at timestamptz not null,
  decided_by_name text,
  decided_at timestamptz,
  reason text check (length(reason) <= 1000),
  primary key (vasp_did, document_id, version),
  foreign key (vasp_did, document_id, version) references trust.document_version
);
create index evidence_waiting on trust.evidence (shown_at) where status in ('WAITING', 'IN_REVIEW');

alter table trust.evidence enable row level security;
alter table trust.evidence force row level security;
create policy tenant on trust.evidence to countersign_app
  using (vasp_did = trust.tenant()) with check (vasp_did = trust.tenant());
grant select, insert, update (status, decided_by_name, decided_at, reason) on trust.evidence
  to countersign_app;

-- The network's own queue reads over all companies: what waits for it, and nothing else of anybody.
create policy network on trust.evidence for select to countersign_app
  using (trust.tenant() = 'network' and status in ('WAITING', 'IN_REVIEW'));
create policy network on trust.document for select to countersign_app
  using (trust.tenant() = 'network' and exists (select from trust.evidence e
    where e.vasp_did = document.vasp_did and e.document_id = document.id));
create policy network on trust.document_version for select to countersign_app
  using (trust.tenant() = 'network' and exists (select from trust.evidence e
    where e.vasp_did = document_version.vasp_did and e.document_id = document_version.document_id
      and e.version = document_version.version));
