-- Whether its company asked, at the creation, that no rule approves a transfer.
alter table transactions.side add by_hand boolean not null default false;
