-- The worker finds exports to go on with, and those whose files must go.
alter table transactions.export_request add column role text not null default '';
alter table transactions.export_request add column tries int not null default 0;
alter table transactions.export_request add column sha256 bytea check (length(sha256) = 32);
alter table transactions.export_request add column has_files boolean not null default true;
alter table transactions.export_part add column bytes int not null;
create index export_request_newest on transactions.export_request (vasp_did, created_at desc, id desc);
create index export_request_open on transactions.export_request (vasp_did) where has_files;
create policy relay on transactions.export_request for select to countersign_relay using (true);
grant select (vasp_did, state, expires_at, has_files) on transactions.export_request to countersign_relay;
