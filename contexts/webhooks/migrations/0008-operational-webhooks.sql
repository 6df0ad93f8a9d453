-- What happens to an organisation's endpoints and messages is told as messages of the management
-- organisation: to its application whose uid is that organisation's id. Who wants to hear of it has
-- such an application with an endpoint; without one nothing is stored. The management organisation's
-- id is the one that clients of this API know.
create function webhooks.management() returns text language sql immutable parallel safe
  return 'org_00000000000SvixManagement00';

-- Its own rows, written as itself: row-level security binds the owner as well.
set local role countersign_app;
select set_config('app.tenant', webhooks.management(), true);
insert into webhooks.organisation (org_id) values (webhooks.management());
insert into webhooks.event_type (org_id, name, description, created_at, updated_at)
  select webhooks.management(), name, description, now(), now()
  from (values
    ('endpoint.created', 'An endpoint was created.'),
    ('endpoint.updated', 'An endpoint was changed, or its secret rotated.'),
    ('endpoint.deleted', 'An endpoint was deleted.'),
    ('endpoint.disabled', 'An endpoint was disabled because it kept failing.'),
    ('message.attempt.failing', 'A message failed on an endpoint for the fourth time.'),
    ('message.attempt.exhausted', 'All attempts of a message on an endpoint failed.'),
    ('message.attempt.recovered',
      'A message was delivered after message.attempt.failing had been sent for it.')
  ) as type(name, description);
select set_config('app.tenant', '', true);
reset role;

-- Tells an organisation's listener of an event, in the transaction of what happened: the message and
-- its deliveries are stored with it or not at all. Returns whether there is a listener. The management
-- organisation's own endpoints are told of to nobody, or one that fails would be told of for ever.
create function webhooks.announce(org text, message_id text, event text, content text, at timestamptz)
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
  end if;
  perform set_config('app.tenant', tenant_before, true);
  return listener is not null;
end $$;
