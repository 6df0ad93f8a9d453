-- Event types and templates reserved for these flags are shown to whoever holds the integration's key.
alter table webhooks.integration add column feature_flags text[] not null default '{}';
