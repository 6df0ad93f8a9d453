create schema report;
grant usage on schema report to countersign_app, countersign_relay;

-- The tenant is the company. Its DID stands in app.tenant of the transaction.
create function report.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

-- Each issue of a PDF. The same reader gets the same issue for a minute, unless what it says changes.
create table report.pdf_issue (
  vasp_did text collate "C" not null,
  id text collate "C" not null check (length(id) <= 40),
  document text collate "C" not null check (length(document) <= 100),
  reader_did text collate "C" not null check (length(reader_did) <= 200),
  title text not null check (length(title) <= 200),
  owner text not null check (length(owner) <= 200),
  code text collate "C" not null unique check (code ~ '^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$'),
  -- HMAC-SHA-256 of what it says, under its code.
  model_hash bytea not null check (length(model_hash) = 32),
  -- SHA-256 of the file, once it has been made.
  file_hash bytea check (length(file_hash) = 32),
  issued_at timestamptz not null,
  primary key (vasp_did, id)
);
create index pdf_issue_of on report.pdf_issue (vasp_did, document, reader_did, issued_at);

alter table report.pdf_issue enable row level security;
alter table report.pdf_issue force row level security;
create policy company on report.pdf_issue to countersign_app
  using (vasp_did = report.tenant()) with check (vasp_did = report.tenant());
-- Whoever holds a PDF has its code, and may ask about this one issue.
create policy holder on report.pdf_issue for select to countersign_app
  using (code = nullif(current_setting('app.pdf_code', true), ''));
grant select, insert on report.pdf_issue to countersign_app;
grant update (file_hash) on report.pdf_issue to countersign_app;
