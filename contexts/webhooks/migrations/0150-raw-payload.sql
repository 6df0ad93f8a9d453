-- What a client sent as transformationsParams.rawPayload goes out byte for byte. content_type is the one
-- that it asked for; null means application/json. is_text marks a payload that is no JSON object: lists
-- and answers cannot show it as one.
alter table webhooks.message
  add column content_type text,
  add column is_text boolean not null default false;
