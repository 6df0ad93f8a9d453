-- When an endpoint that is deleted may be sent something concerns nobody any more.
grant select, delete on webhooks.rate_slot to countersign_app;
