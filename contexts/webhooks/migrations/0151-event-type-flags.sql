-- Newer clients reserve a type for several flags, name a group and mark a type as deprecated.
alter table webhooks.event_type
  add column feature_flags text[],
  add column group_name text,
  add column deprecated boolean not null default false;
update webhooks.event_type set feature_flags = array[feature_flag] where feature_flag is not null;
alter table webhooks.event_type drop column feature_flag;
