-- Transfers that waited for a counterparty before the network had a desk for it get their cases, and look for a way to
-- reach it from now on. The owner is bound by row-level security while it is forced.
do $$
declare name text;
begin
  foreach name in array array['transfer', 'side', 'step', 'unreachable'] loop
    execute format('alter table transactions.%I no force row level security', name);
  end loop;
  insert into transactions.unreachable (id, company_did, name, created_at)
    select 'req_' || replace(gen_random_uuid()::text, '-', ''), t.beneficiary_did,
      left(min(coalesce(t.beneficiary_name, t.beneficiary_did)), 200), min(t.created_at)
    from transactions.transfer t join transactions.side s on s.vasp_did = t.originator_did and s.transfer_id = t.id
    where t.status = 'WAITING_FOR_INFORMATION' and s.held_by = 'NO_CONTACT' and not t.simulated
      and coalesce(t.beneficiary_name, t.beneficiary_did) is not null
    group by t.beneficiary_did, case when t.beneficiary_did is null then lower(t.beneficiary_name) end
    on conflict do nothing;
  insert into transactions.step (vasp_did, id, transfer_id, version, no, kind, due_at, timer, args)
    select t.originator_did, 'stp_' || replace(gen_random_uuid()::text, '-', ''), t.id, t.version, 9, 'CONTACT', now(),
      true, jsonb_build_object('action', 'approve', 'side', 'originator', 'by', 'SYSTEM', 'company', t.originator_did,
        'from', null, 'to', t.status, 'reason', null, 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from transactions.transfer t where t.status = 'WAITING_FOR_INFORMATION' and t.originator_did is not null;
  foreach name in array array['transfer', 'side', 'step', 'unreachable'] loop
    execute format('alter table transactions.%I force row level security', name);
  end loop;
end $$;
