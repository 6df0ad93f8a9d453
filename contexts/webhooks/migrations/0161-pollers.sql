-- An endpoint that is asked instead of being called: its messages are numbered when they are first asked
-- for, so that a place in the list is a number, and a message that was committed late gets a later one.
create table webhooks.poller (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  id text collate "C" not null check (id like 'poll\_%'),
  description text not null default '',
  filter_types text[],
  channels text[],
  -- The number of the last message.
  last_seq bigint not null default 0,
  -- Messages created before have been numbered, but for those that were committed late.
  seen_until timestamptz not null,
  token_id text collate "C" not null,
  token_created_at timestamptz not null,
  token_expires_at timestamptz,
  -- The token before it, as long as it still works.
  old_token_id text collate "C",
  old_token_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (app_id, id),
  foreign key (org_id, app_id) references webhooks.application (org_id, id)
);

create table webhooks.poller_message (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  poller_id text collate "C" not null,
  seq bigint not null,
  msg_id text collate "C" not null,
  primary key (app_id, poller_id, seq),
  unique (app_id, poller_id, msg_id)
);
create index poller_message_age on webhooks.poller_message (msg_id);

-- How far somebody who reads a poller has come, by a name of their own.
create table webhooks.poller_consumer (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  poller_id text collate "C" not null,
  id text collate "C" not null check (length(id) between 1 and 256),
  seq bigint not null,
  updated_at timestamptz not null,
  primary key (app_id, poller_id, id)
);

do $$
declare name text;
begin
  foreach name in array array['poller', 'poller_message', 'poller_consumer'] loop
    execute format('alter table webhooks.%I enable row level security', name);
    execute format('alter table webhooks.%I force row level security', name);
    execute format('create policy tenant on webhooks.%I to countersign_app
      using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant())', name);
    execute format('grant select, insert, update on webhooks.%I to countersign_app', name);
  end loop;
end $$;

-- Numbers of messages that are gone may be forgotten.
create policy engine on webhooks.poller_message to countersign_engine using (true) with check (true);
grant select, delete on webhooks.poller_message to countersign_engine;
