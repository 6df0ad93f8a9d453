-- A row on its way into the default partition is refused when its day's partition is attached meanwhile.
-- The second try finds it there. Only services that start on an empty or long unused database meet this.
create function webhooks.announce_to(
  listener text, message_id text, event text, content text, at timestamptz)
returns void language plpgsql as $$
begin
  insert into webhooks.message (org_id, app_id, id, event_type, payload, expires_at, created_at)
    values (webhooks.management(), listener, message_id, event, content, at + interval '90 days', at);
  -- The rule of routing (contract 5.1) for a message without channels. The caller's clock may be
  -- ahead of the one by which deliveries are due.
  insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, claimable_at, created_at)
    select webhooks.management(), listener, message_id, e.id, 3, least(at, clock_timestamp()), at
    from webhooks.endpoint e
    where e.org_id = webhooks.management() and e.app_id = listener and e.deleted_at is null
      and not e.disabled and (e.filter_types is null or event = any (e.filter_types))
      and e.channels is null;
  if found then
    perform pg_notify('webhooks_due', '');
  end if;
end $$;

create or replace function webhooks.announce(
  org text, message_id text, event text, content text, at timestamptz)
returns boolean language plpgsql as $$
declare
  tenant_before text := coalesce(current_setting('app.tenant', true), '');
  listener text;
begin
  if org = webhooks.management() then
    return false;
  end if;
  perform set_config('app.tenant', webhooks.management(), true);
  select a.id into listener from webhooks.application a
    where a.org_id = webhooks.management() and a.uid = org and a.deleted_at is null;
  if listener is not null then
    begin
      perform webhooks.announce_to(listener, message_id, event, content, at);
    exception when check_violation then
      perform webhooks.announce_to(listener, message_id, event, content, at);
    end;
  end if;
  perform set_config('app.tenant', tenant_before, true);
  return listener is not null;
end $$;
