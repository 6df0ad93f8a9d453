-- Units are counted by payer.
drop index billing.usage_uncounted;
create index usage_uncounted on billing.usage_event (payer_did, occurred_at) where not counted;
