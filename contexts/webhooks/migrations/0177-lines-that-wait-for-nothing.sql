-- Lets lines go on whose turn can't be used any more: the message failed for good and its payload is erased, so
-- nobody can resend it, or it is forgotten altogether. Lines with nothing in them, unused since then, are forgotten.
-- @returns how many lines went on or were forgotten
create function webhooks.free_lines(forgotten text, now_ms float8, most int)
returns bigint language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  apps text[];
  endpoints text[];
  keys text[];
  gone bigint;
begin
  delete from webhooks.ordering_wait w where (w.app_id, w.endpoint_id, w.ordering_key, w.seq) in (
    select app_id, endpoint_id, ordering_key, seq from webhooks.ordering_wait
    where msg_id < forgotten order by msg_id limit most);
  select array_agg(app_id), array_agg(endpoint_id), array_agg(ordering_key) into apps, endpoints, keys
  from (
    select l.app_id, l.endpoint_id, l.ordering_key from webhooks.ordering_line l
    left join lateral (
      select d.lease_owner, d.status = 2 and not d.manual and not d.skipped as failed from webhooks.delivery d
      where d.app_id = l.app_id and d.msg_id = l.turn and d.endpoint_id = l.endpoint_id
      offset 0) d on true
    left join lateral (
      select m.payload from webhooks.message m where m.app_id = l.app_id and m.id = l.turn
      offset 0) m on true
    where l.turn is not null and d.lease_owner is null
      and (d.failed is null or (d.failed and m.payload is null))
    order by l.app_id, l.endpoint_id, l.ordering_key limit most) stuck;
  if apps is not null then
    perform from unnest(apps, endpoints, keys) as k (app_id, endpoint_id, ordering_key)
      join webhooks.ordering_line l using (app_id, endpoint_id, ordering_key)
      order by l.app_id, l.endpoint_id, l.ordering_key for update of l;
    update webhooks.delivery d set skipped = true
      from webhooks.ordering_line l join unnest(apps, endpoints, keys) as k (app_id, endpoint_id, ordering_key)
        using (app_id, endpoint_id, ordering_key)
      where d.app_id = l.app_id and d.msg_id = l.turn and d.endpoint_id = l.endpoint_id
        and d.status = 2 and not d.manual and d.lease_owner is null
        and exists (select from webhooks.message m
          where m.app_id = l.app_id and m.id = l.turn and m.payload is null);
    perform webhooks.pass_turns(apps, endpoints, keys, now_ms);
  end if;
  delete from webhooks.ordering_line l where (l.app_id, l.endpoint_id, l.ordering_key) in (
      select app_id, endpoint_id, ordering_key from webhooks.ordering_line o
      where turn is null and used_at < to_timestamp(now_ms / 1000) - interval '91 days'
        and not exists (select from webhooks.ordering_wait w where w.app_id = o.app_id
          and w.endpoint_id = o.endpoint_id and w.ordering_key = o.ordering_key)
      limit most)
    and l.turn is null and l.used_at < to_timestamp(now_ms / 1000) - interval '91 days';
  get diagnostics gone = row_count;
  return gone + coalesce(array_length(apps, 1), 0);
end $$;
