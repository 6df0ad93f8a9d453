-- A limit is counted over all companies of one payer. Each of them may know how much is used of it, and of whose
-- transfers nothing: these two answer for the payer of the tenant alone.
create function billing.group_units(at timestamptz, since timestamptz, until timestamptz) returns int
  language sql stable security definer set search_path = pg_catalog as $$
  select coalesce(sum(e.units), 0)::int from billing.usage_event e
  where e.payer_did = billing.payer_on(billing.tenant(), at) and e.occurred_at >= since and e.occurred_at < until
$$;

-- When they first came to as many; null if they did not.
create function billing.group_reached(at timestamptz, since timestamptz, wanted int) returns timestamptz
  language sql stable security definer set search_path = pg_catalog as $$
  select min(c.occurred_at) from (
    select e.occurred_at, sum(e.units) over (order by e.occurred_at, e.id) as running
    from billing.usage_event e
    where e.payer_did = billing.payer_on(billing.tenant(), at) and e.occurred_at >= since
  ) as c where c.running >= wanted
$$;

revoke all on function billing.group_units(timestamptz, timestamptz, timestamptz) from public;
revoke all on function billing.group_reached(timestamptz, timestamptz, int) from public;
grant execute on function billing.group_units(timestamptz, timestamptz, timestamptz) to countersign_app;
grant execute on function billing.group_reached(timestamptz, timestamptz, int) to countersign_app;

-- Who is near a limit is found over all companies.
create policy relay on billing.payer for select to countersign_relay using (true);
grant select on billing.payer to countersign_relay;
