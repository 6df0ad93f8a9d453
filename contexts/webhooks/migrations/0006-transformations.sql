-- JavaScript of an endpoint that changes each message before it is signed; run while enabled.
alter table webhooks.endpoint
  add column transformation text check (length(transformation) between 10 and 51200),
  add column transformation_enabled boolean not null default false
    check (transformation is not null or not transformation_enabled);

drop trigger endpoint_updated on webhooks.endpoint;
create trigger endpoint_updated after update on webhooks.endpoint for each row
  when ((old.url, old.rate_limit, old.filter_types, old.channels, old.disabled, old.signing_keys,
      old.headers, old.failing_since, old.deleted_at, old.transformation, old.transformation_enabled)
    is distinct from (new.url, new.rate_limit, new.filter_types, new.channels, new.disabled,
      new.signing_keys, new.headers, new.failing_since, new.deleted_at, new.transformation,
      new.transformation_enabled))
  execute function webhooks.endpoint_changed();

-- An organisation's settings say whether its transformations run, so they change all its applications.
create function webhooks.transformations_switched() returns trigger language plpgsql as $$
begin
  update webhooks.application set routes = routes + 1
    where org_id = new.org_id and deleted_at is null;
  return null;
end $$;
create trigger transformations_given after insert on webhooks.environment_settings for each row
  when (new.settings ->> 'enableTransformations' = 'false')
  execute function webhooks.transformations_switched();
create trigger transformations_changed after update on webhooks.environment_settings for each row
  when (old.settings ->> 'enableTransformations'
    is distinct from new.settings ->> 'enableTransformations')
  execute function webhooks.transformations_switched();

-- Code to start from. What was made from a template does not follow it.
create table webhooks.transformation_template (
  org_id text collate "C" not null references webhooks.organisation,
  id text collate "C" not null check (id like 'trtmpl\_%'),
  name text not null,
  description text not null,
  kind text not null check (kind in ('Custom', 'Slack')),
  logo text not null,
  instructions text not null,
  instructions_link text,
  filter_types text[],
  feature_flag text collate "C",
  transformation text not null check (length(transformation) between 10 and 51200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
alter table webhooks.transformation_template enable row level security;
alter table webhooks.transformation_template force row level security;
create policy tenant on webhooks.transformation_template to countersign_app
  using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant());
grant select, insert, update, delete on webhooks.transformation_template to countersign_app;
