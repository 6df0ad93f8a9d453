-- When a transfer came to its last status: records are kept from then on. How long, law and settings say when
-- the time has come.
alter table transactions.side rename column retain_until to ended_at;
drop index transactions.side_retention;
create index side_ended on transactions.side (vasp_did, ended_at) where erased_at is null and hold_until is null;
-- The owner is bound by row-level security while it is forced.
alter table transactions.side no force row level security;
update transactions.side set ended_at = updated_at
  where status in ('ACCEPTED', 'DECLINED', 'REJECTED', 'CANCELLED', 'SAVED');
alter table transactions.side force row level security;

-- What is known of one transfer is found without reading the rest of the company's.
create index lookup_transfer on transactions.lookup (vasp_did, transfer_id);
create index proof_transfer on transactions.proof (vasp_did, transfer_id) where transfer_id is not null;
create index legal_hold_newest on transactions.legal_hold (vasp_did, at desc, transfer_id desc) where ended_at is null;

grant update (customer_key) on transactions.pii_view to countersign_app;
grant update (reference) on transactions.check_result to countersign_app;
grant delete on transactions.legal_hold to countersign_app;

-- The relay finds the companies with something to erase; the erasing itself is the company's.
create policy relay on transactions.side for select to countersign_relay using (true);
grant select (vasp_did, ended_at, erased_at, hold_until) on transactions.side to countersign_relay;
create policy relay on transactions.legal_hold for select to countersign_relay using (true);
grant select (vasp_did, until, ended_at) on transactions.legal_hold to countersign_relay;

create or replace function transactions.keep_other_side() returns trigger language plpgsql as $$
declare
  tenant text := transactions.tenant();
  originators constant text[] := array['amount', 'asset_id', 'price', 'threshold', 'destination', 'destination_tag',
    'address_key', 'vout', 'skip', 'behaviour', 'beneficiary_name', 'sent_at', 'data_version', 'replaces'];
  beneficiaries constant text[] := array['acked_at', 'decided_at', 'handing_over_did'];
  was jsonb;
  becomes jsonb;
  taboo text[];
  name text;
begin
  -- What both have erased is overwritten by a function of the owner's.
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
  if tenant is null or (tenant = old.originator_did and tenant = old.beneficiary_did) then return new; end if;
  if old.by_beneficiary and old.status = 'INCOMPLETE' then return new; end if;
  was := to_jsonb(old);
  becomes := to_jsonb(new);
  taboo := case
    when tenant = old.originator_did then beneficiaries
    -- Only the new company's arrival ends a handing over.
    when tenant = old.beneficiary_did then originators
    else originators || array['acked_at', 'decided_at']
  end;
  foreach name in array taboo loop
    if was -> name is distinct from becomes -> name then
      raise exception 'The % of a transfer belongs to its other side', name using errcode = '42501';
    end if;
  end loop;
  return new;
end $$;

-- What both companies share goes with the last of them. Addresses are overwritten with random values: a hash of a
-- public address could be found by trying. The transfers are locked, so that of two companies one is the last.
create function transactions.forget(ids uuid[]) returns int language plpgsql security definer
  set search_path = pg_catalog as $$
declare forgotten uuid[];
begin
  with gone as (
    update transactions.transfer t set
      destination = 'erased-' || gen_random_uuid(),
      address_key = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
      destination_tag = null, origin = null, origin_tx_hash = null, vout = null, blockchain_time = null,
      beneficiary_name = null, protocol_data = null
    where t.id = any(ids)
      and transactions.tenant() in (t.originator_did, t.beneficiary_did, t.handing_over_did)
      and not exists (select from transactions.side s
        where s.vasp_did = t.originator_did and s.transfer_id = t.id and s.erased_at is null)
      and not exists (select from transactions.side s
        where s.vasp_did = t.beneficiary_did and s.transfer_id = t.id and s.erased_at is null)
      and not exists (select from transactions.side s
        where s.vasp_did = t.handing_over_did and s.transfer_id = t.id and s.erased_at is null)
    returning t.id)
  select coalesce(array_agg(id), '{}') into forgotten from gone;
  update transactions.data_request set comment = null
    where transfer_id = any(forgotten) and comment is not null;
  return cardinality(forgotten);
end $$;
revoke all on function transactions.forget(uuid[]) from public;
grant execute on function transactions.forget(uuid[]) to countersign_app;
do $$
begin
  execute format('create policy owner_functions on transactions.side for select to %I using (true)', current_user);
  execute format('create policy owner_functions on transactions.data_request to %I using (true)', current_user);
end $$;

-- A company that has erased its data of a transfer gets nothing of it anymore.
create function transactions.keep_erased() returns trigger language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  if exists (select from transactions.side s where s.vasp_did = new.vasp_did and s.transfer_id = new.transfer_id
      and s.erased_at is not null) then return null; end if;
  return new;
end $$;
create trigger keep_erased before insert on transactions.sealed_key
  for each row when (new.vasp_did <> new.owner_did) execute function transactions.keep_erased();
