-- What an endpoint's code is given besides the message, sealed: receivers' keys are kept in it.
-- transformation_updated_at: when code, variables or the switch changed last.
alter table webhooks.endpoint
  add column transformation_variables text,
  add column transformation_updated_at timestamptz;
update webhooks.endpoint set transformation_updated_at = updated_at where transformation is not null;

drop trigger endpoint_updated on webhooks.endpoint;
create trigger endpoint_updated after update on webhooks.endpoint for each row
  when ((old.url, old.login, old.rate_limit, old.filter_types, old.channels, old.disabled,
      old.signing_keys, old.headers, old.failing_since, old.deleted_at, old.transformation,
      old.transformation_enabled, old.transformation_variables, old.ordered)
    is distinct from (new.url, new.login, new.rate_limit, new.filter_types, new.channels,
      new.disabled, new.signing_keys, new.headers, new.failing_since, new.deleted_at,
      new.transformation, new.transformation_enabled, new.transformation_variables, new.ordered))
  execute function webhooks.endpoint_changed();
