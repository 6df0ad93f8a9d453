-- tags: what lists can be filtered by. deliver_at: when it is to be sent, null for at once; null again once
-- somebody has canceled it.
alter table webhooks.message
  add column tags text[],
  add column deliver_at timestamptz;
create index message_scheduled on webhooks.message (app_id, id) where deliver_at is not null;
