-- Whether a company holds a key to a part is looked up for that part. PostgreSQL answers `exists` by reading all keys
-- of the company first, where it expects few.
drop policy holder on transactions.part;
create policy holder on transactions.part for select to countersign_app using ((
  select true from transactions.sealed_key k where k.vasp_did = transactions.tenant() and k.owner_did = part.owner_did
    and k.transfer_id = part.transfer_id and k.part = part.part and k.version = part.version limit 1));
