-- A customer of a file is sealed as it is read, as it will be stored: registering seals its data key to the company and
-- moves the row. Its data key is sealed under the upload's own key.
alter table transactions.upload no force row level security;
-- Lines of before can't be moved like this: an upload with such lines ends, and its file is sent again.
update transactions.upload set state = 'CANCELLED', sealed_key = null, ended_at = now()
  where kind = 'CUSTOMERS' and state in ('READING', 'READY', 'RUNNING');
update transactions.upload set has_lines = false, place = '' where kind = 'CUSTOMERS' and has_lines;
alter table transactions.upload force row level security;
truncate transactions.upload_customer;
alter table transactions.upload_customer
  drop column sealed,
  add column customer_key uuid not null,
  add column kind text not null check (kind in ('NATURAL', 'LEGAL')),
  add column country text,
  add column tags text[] not null,
  add column tree jsonb not null,
  add column data_key bytea not null check (length(data_key) = 60),
  alter column tags set statistics 0;

-- The same rule, which took a quarter of the time that a new customer takes.
alter table transactions.customer drop constraint customer_ref_check;
alter table transactions.customer
  add constraint customer_ref_check check (length(ref) between 1 and 64 and ref !~ '[^A-Za-z0-9_-]');
