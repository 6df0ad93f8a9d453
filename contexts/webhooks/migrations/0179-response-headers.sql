-- Headers of the receiver's answer, as pairs of name and value; null where there was none.
alter table webhooks.attempt add column response_headers jsonb;
