-- The directory in the order of regulatory status, then name, answered from this index alone.
create index vasp_by_status on trust.vasp
  (((regulatory_status is null)::int), coalesce(regulatory_status, ''), sort_name, vasp_did)
  include (has_admin, is_active_sender, is_active_receiver, verification_status, regulatory_status,
    subsidiary_of, discoverable, jurisdictions);
