-- An organisation's settings as an import gave them. Without a row it has those of the house.
create table webhooks.environment_settings (
  org_id text collate "C" primary key references webhooks.organisation,
  settings jsonb not null,
  updated_at timestamptz not null
);

-- key_sealed: to be shown again, and the proof that the key was not planted.
-- key_hash: SHA-256 of the key, by which its row is found.
create table webhooks.integration (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  id text collate "C" not null check (id like 'integ\_%'),
  name text not null,
  key_sealed text not null,
  key_hash text collate "C" not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, app_id, id),
  foreign key (org_id, app_id) references webhooks.application (org_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['environment_settings', 'integration'] loop
    execute format('alter table webhooks.%I enable row level security', name);
    execute format('alter table webhooks.%I force row level security', name);
    execute format('create policy tenant on webhooks.%I to countersign_app
      using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant())', name);
    execute format('grant select, insert, update on webhooks.%I to countersign_app', name);
  end loop;
end $$;
grant delete on webhooks.integration to countersign_app;

-- Whose a key is, is known only once it is found: who shows it sees its row and no other.
create policy holder on webhooks.integration for select to countersign_app
  using (key_hash = nullif(current_setting('app.secret_hash', true), ''));

-- Whether an endpoint that fails for days may be disabled is its organisation's to say.
create policy engine on webhooks.environment_settings to countersign_engine using (true) with check (true);
grant select on webhooks.environment_settings to countersign_engine;
