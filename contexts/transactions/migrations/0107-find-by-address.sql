-- Transfers are found by a hash or an address of theirs through the company's look-ups, not by reading all of them.
do $$
declare name text;
begin
  -- The owner is bound by row-level security while it is forced.
  foreach name in array array['side', 'transfer', 'lookup'] loop
    execute format('alter table transactions.%I no force row level security', name);
  end loop;
  insert into transactions.lookup (vasp_did, kind, key, transfer_id)
    select s.vasp_did, found.kind, sha256(convert_to(lower(found.text), 'UTF8')), s.transfer_id
    from transactions.side s join transactions.transfer t on t.id = s.transfer_id
    cross join lateral (values ('ADDRESS', t.destination), ('ADDRESS', t.origin), ('HASH', t.origin_tx_hash),
      ('HASH', s.tx_hash)) found (kind, text)
    where s.erased_at is null and found.text is not null
    on conflict do nothing;
  foreach name in array array['side', 'transfer', 'lookup'] loop
    execute format('alter table transactions.%I force row level security', name);
  end loop;
end $$;
