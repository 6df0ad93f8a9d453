-- The version as which a customer of a file is sealed: the first, or the one after that which is known.
alter table transactions.upload_customer
  add column version int not null default 1 check (version > 0);
