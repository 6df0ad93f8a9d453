-- A company registers a machine's key once.
create unique index client_key_thumbprint on transactions.client_key (vasp_did, thumbprint) where state <> 'GONE';
-- After a rotation: what is still sealed to an older key.
create index sealed_key_no on transactions.sealed_key (vasp_did, key_no);
