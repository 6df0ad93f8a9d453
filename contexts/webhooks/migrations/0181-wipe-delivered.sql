-- Payloads may be erased once all endpoints have taken them: the engine hears of the setting as of others,
-- and keeps what a poller may still ask for.
create trigger wipe_changed after update on webhooks.environment_settings for each row
  when (old.settings ->> 'wipeSuccessfulPayload' is distinct from new.settings ->> 'wipeSuccessfulPayload')
  execute function webhooks.transformations_switched();

create policy engine on webhooks.poller for select to countersign_engine using (true);
grant select on webhooks.poller to countersign_engine;
