-- To recover is to look for what failed among the many that did not, also while it waits for a retry.
create index delivery_undelivered on webhooks.delivery (app_id, endpoint_id, msg_id)
  where status = 2 or (status = 3 and attempts > 0);
drop index webhooks.delivery_failed;
