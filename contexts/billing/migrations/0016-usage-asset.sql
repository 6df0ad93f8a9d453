-- What was transferred, by its symbol, so that usage can be split by it. Null for corrections, and for what was counted
-- before.
alter table billing.usage_event add column asset text check (length(asset) between 1 and 20);
