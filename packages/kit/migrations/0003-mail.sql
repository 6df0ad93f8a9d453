-- Mail to be sent, written in the transaction of what it tells of and deleted once it was handed over.
-- It belongs to no company; whoever answers requests can write here and read nothing.
create schema mail;
grant usage on schema mail to countersign_app, countersign_relay;

create table mail.outbox (
  id bigint generated always as identity primary key,
  recipient text not null check (length(recipient) between 3 and 254),
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries int not null default 0
);
create index outbox_due on mail.outbox (due_at);

alter table mail.outbox enable row level security;
alter table mail.outbox force row level security;
create policy enqueue on mail.outbox for insert to countersign_app with check (true);
create policy relay on mail.outbox to countersign_relay using (true) with check (true);
grant insert on mail.outbox to countersign_app;
grant select, update (due_at, tries), delete on mail.outbox to countersign_relay;
