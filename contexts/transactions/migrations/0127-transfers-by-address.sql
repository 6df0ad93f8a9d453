-- Whether a company has seen the destination of a transfer before.
create index transfer_address on transactions.transfer (address_key);
