-- HPKE's encapsulated key (32 bytes), the data key (32) and its tag (16): the nonce is derived.
alter table transactions.sealed_key drop constraint sealed_key_box_check;
alter table transactions.sealed_key add constraint sealed_key_box_check check (length(box) = 80);
alter table transactions.customer drop constraint customer_box_check;
alter table transactions.customer add constraint customer_box_check check (length(box) = 80);
