-- What the processes become after they connect. Neither owns a table nor may bypass row-level security.
-- countersign_app answers requests; countersign_engine accepts and delivers webhooks in batches that
-- span applications, and holds rights on delivery tables alone; countersign_relay hands what happened
-- to the webhook service, and sees outboxes alone.
do $$ begin create role countersign_app nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role countersign_engine nologin; exception when duplicate_object or unique_violation then null; end $$;
do $$ begin create role countersign_relay nologin; exception when duplicate_object or unique_violation then null; end $$;
grant countersign_app, countersign_engine, countersign_relay to current_user;
