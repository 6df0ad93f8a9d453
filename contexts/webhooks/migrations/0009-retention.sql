-- Payloads to be erased, in the order of their time.
create index message_expiry on webhooks.message (expires_at) where payload is not null;

-- Partitions older than any list reaches are dropped by an owner's rights, which no process has: of
-- these tables alone, and whatever the caller's clock says, none younger than 90 days and a day.
create function webhooks.drop_partition(parent text, suffix text)
returns boolean language plpgsql security definer set search_path = pg_catalog as $$
begin
  if parent not in ('message', 'delivery', 'attempt') or suffix !~ '^[0-9]{8}$' then
    raise exception 'no such partition';
  end if;
  if (to_date(suffix, 'YYYYMMDD') + 92)::timestamp at time zone 'UTC' > clock_timestamp() then
    raise exception 'partition % is too young to be dropped', suffix;
  end if;
  -- One process at a time, and not while partitions are made.
  if not pg_try_advisory_xact_lock(hashtext('webhooks.make_partition'))
    or to_regclass(format('webhooks.%I', parent || '_' || suffix)) is null then
    return false;
  end if;
  -- The parent is locked against all readers: who has to wait for that lets the others pass.
  perform set_config('lock_timeout', '100ms', true);
  execute format('drop table webhooks.%I', parent || '_' || suffix);
  return true;
end $$;
revoke all on function webhooks.drop_partition from public;
grant execute on function webhooks.drop_partition to countersign_engine;

-- Rows of days that found no partition of their own are deleted one by one.
grant select, delete on webhooks.message_default, webhooks.delivery_default, webhooks.attempt_default
  to countersign_engine;

-- Tokens that ended early may be forgotten once they would have ended anyway.
create policy engine on webhooks.ended_token to countersign_engine using (true) with check (true);
grant select, delete on webhooks.ended_token to countersign_engine;
