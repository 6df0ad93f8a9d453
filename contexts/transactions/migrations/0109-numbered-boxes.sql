-- Data keys of customers are sealed many at once: each box has its number (4 bytes) after the encapsulated key.
alter table transactions.customer drop constraint customer_box_check;
alter table transactions.customer add constraint customer_box_check check (length(box) in (80, 84));
