-- The user and password of an endpoint's URL lie sealed in a column of their own; url is without them.
-- What was stored before is sealed when the engine starts, as only the server holds the keys.
alter table webhooks.endpoint add column login text;
grant update (url, login) on webhooks.endpoint to countersign_engine;

drop trigger endpoint_updated on webhooks.endpoint;
create trigger endpoint_updated after update on webhooks.endpoint for each row
  when ((old.url, old.login, old.rate_limit, old.filter_types, old.channels, old.disabled,
      old.signing_keys, old.headers, old.failing_since, old.deleted_at, old.transformation,
      old.transformation_enabled)
    is distinct from (new.url, new.login, new.rate_limit, new.filter_types, new.channels,
      new.disabled, new.signing_keys, new.headers, new.failing_since, new.deleted_at,
      new.transformation, new.transformation_enabled))
  execute function webhooks.endpoint_changed();

-- A transformation may not send to a plain URL where the organisation asks for TLS.
create trigger https_given after insert on webhooks.environment_settings for each row
  execute function webhooks.transformations_switched();
create trigger https_changed after update on webhooks.environment_settings for each row
  when (old.settings ->> 'enforceHttps' is distinct from new.settings ->> 'enforceHttps')
  execute function webhooks.transformations_switched();

-- Attempts no longer hold the values of custom headers, nor the passwords of URLs. The owner of the
-- tables must see all rows for this, also where it is not a superuser.
alter table webhooks.attempt no force row level security;
update webhooks.attempt set
  url = regexp_replace(url, '^([a-zA-Z]+://)[^/?#]*@', '\1'),
  sent_headers = coalesce((
    select jsonb_object_agg(key, case when lower(key) in ('svix-id', 'svix-timestamp',
      'svix-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'user-agent',
      'content-type') then value else 'null'::jsonb end)
    from jsonb_each(sent_headers)), '{}')
  where url ~ '^[a-zA-Z]+://[^/?#]*@'
    or sent_headers - array['svix-id', 'svix-timestamp', 'svix-signature', 'webhook-id',
      'webhook-timestamp', 'webhook-signature', 'user-agent', 'content-type'] <> '{}';
alter table webhooks.attempt force row level security;
