-- What a PDF was asked for that has no UUID of its own: a company's profile, some days of its activity. No personal
-- data. Rows stay as long as issues do: whoever holds a PDF may ask whether it would still say the same.
create table report.pdf_request (
  vasp_did text collate "C" not null,
  id uuid not null,
  subject jsonb not null,
  created_at timestamptz not null,
  primary key (vasp_did, id)
);
alter table report.pdf_request enable row level security;
alter table report.pdf_request force row level security;
create policy company on report.pdf_request to countersign_app
  using (vasp_did = report.tenant()) with check (vasp_did = report.tenant());
grant select, insert on report.pdf_request to countersign_app;
