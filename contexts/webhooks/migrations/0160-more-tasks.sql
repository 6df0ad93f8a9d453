-- Sending a range again, erasing all payloads of an application, counting messages by event type.
alter table webhooks.background_task drop constraint background_task_task_check;
alter table webhooks.background_task add constraint background_task_task_check check (task in
  ('endpoint.replay', 'endpoint.recover', 'endpoint.bulk-replay', 'application.stats',
   'application.purge_content', 'event-type.aggregate', 'message.broadcast'));
