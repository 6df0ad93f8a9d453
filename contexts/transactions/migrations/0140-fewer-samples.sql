-- As 0110, of what else says something of a person and is erased: tags, hashes, what was asked for and decided. Stating
-- the type again removes the samples there are.
do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as owner, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when a.attcollation <> t.typcollation then format('collate %s', a.attcollation::regcollation) else '' end as collation
    from (values
      ('side', 'tags'), ('side', 'own_ref_hash'), ('side', 'content_hmac'), ('side', 'tx_hash'), ('side', 'pending_second'),
      ('transfer', 'address_key'), ('transfer', 'origin_tx_hash'), ('transfer', 'protocol_data'),
      ('export_request', 'filter'), ('bulk_task', 'args'), ('bulk_item', 'before'),
      ('decision', 'facts'), ('decision', 'trace'), ('check_result', 'reference'),
      ('upload', 'file_name'), ('upload_address', 'ref'), ('upload_customer', 'ref'),
      ('customer', 'name_hmacs'), ('customer_did', 'did'),
      ('proof', 'address_key'), ('proof_request', 'address_key'), ('proof_request', 'hint_key'),
      ('nonce', 'address_key')) as listed (owner, name)
    join pg_class c on c.oid = format('transactions.%I', listed.owner)::regclass
    join pg_attribute a on a.attrelid = c.oid and a.attname = listed.name
    join pg_type t on t.oid = a.atttypid
  loop
    execute format('alter table %s alter column %I type %s %s, alter column %2$I set statistics 0',
      one.owner, one.name, one.type, one.collation);
  end loop;
end $$;
