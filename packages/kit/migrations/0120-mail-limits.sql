-- When mails were written, by hashed names of addresses, people and companies: so that nobody sends too
-- many. Rows are only added, and go after a day.
create table mail.sent (
  key bytea not null check (length(key) = 32),
  at timestamptz not null
);
create index sent_by_key on mail.sent (key, at desc);
create index sent_by_time on mail.sent (at);
alter table mail.sent enable row level security;
alter table mail.sent force row level security;
create policy counting on mail.sent for select to countersign_app using (true);
create policy count on mail.sent for insert to countersign_app with check (true);
create policy sweep on mail.sent to countersign_relay using (true) with check (true);
grant select, insert on mail.sent to countersign_app;
grant select, delete on mail.sent to countersign_relay;
