-- How many endpoints an application can have, where its organisation says so; null: as many as the service allows.
alter table webhooks.application add column endpoint_limit integer check (endpoint_limit >= 0);
