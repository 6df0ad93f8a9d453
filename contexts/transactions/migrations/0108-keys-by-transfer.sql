-- A company's keys are found by the transfer, whoever owns the part. With the owner before it the search read all of them.
alter table transactions.sealed_key drop constraint sealed_key_pkey;
alter table transactions.sealed_key add primary key (vasp_did, transfer_id, owner_did, part, version);
