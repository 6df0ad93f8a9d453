-- Whose work a task is, so that an application can follow its own; tasks of a whole organisation have neither.
alter table webhooks.background_task
  add column app_id text collate "C",
  add column endpoint_id text collate "C";

update webhooks.background_task
set app_id = input->>'appId', endpoint_id = input->>'endpointId'
where input ? 'endpointId';

create index background_task_app on webhooks.background_task (org_id, app_id, id)
  where app_id is not null;
