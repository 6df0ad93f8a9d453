-- Customers: their data in versions, the transfers that are theirs, and the views of their data outside transfers.
alter table transactions.customer
  add column version int not null default 0 check (version >= 0),
  add constraint customer_sealed check ((tree is null) = (box is null) and (tree is null) = (key_no is null)
    and (tree is null) = (kind is null));
create index customer_key_no on transactions.customer (vasp_did, key_no) where key_no is not null;
create index side_customer on transactions.side (vasp_did, customer_key, created_at desc)
  where customer_key is not null;
create index address_customer on transactions.address (vasp_did, customer_key) where customer_key is not null;
alter table transactions.pii_view alter column transfer_id drop not null,
  add constraint pii_view_object check (transfer_id is not null or customer_key is not null);
