-- Where somebody at a counterparty without people here is told of a transfer is kept until the transfer is sent.
create index side_contact on transactions.side (vasp_did, transfer_id) where contact_sealed is not null;
