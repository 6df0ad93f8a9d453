-- The data keys of a transfer's parts are sealed to a company at once, as those of customers are: each box has its number
-- (4 bytes) after the encapsulated key.
alter table transactions.sealed_key drop constraint sealed_key_box_check;
alter table transactions.sealed_key add constraint sealed_key_box_check check (length(box) in (80, 84));
