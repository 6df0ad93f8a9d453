create schema webhooks;
grant usage on schema webhooks to countersign_app, countersign_engine;

-- The tenant is the organisation. Its id stands in app.tenant of the transaction.
create function webhooks.tenant() returns text language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '');

create table webhooks.organisation (
  org_id text collate "C" primary key check (org_id ~ '^org_[0-9A-Za-z]{1,64}$'),
  created_at timestamptz not null default now()
);

create table webhooks.application (
  org_id text collate "C" not null references webhooks.organisation,
  id text collate "C" not null check (id like 'app\_%'),
  uid text collate "C" check (length(uid) between 1 and 256),
  name text not null,
  rate_limit int check (rate_limit between 1 and 65535),
  metadata jsonb not null default '{}',
  -- Rises with every change that decides where messages go. Accepting a message checks it, so that
  -- routes kept in memory are never older than the last change.
  routes int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (org_id, id),
  unique (id)
);
create unique index application_uid on webhooks.application (org_id, uid) where deleted_at is null;

create table webhooks.event_type (
  org_id text collate "C" not null references webhooks.organisation,
  name text collate "C" not null check (length(name) between 1 and 256),
  description text not null default '',
  schemas jsonb,
  feature_flag text collate "C",
  archived boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, name)
);

-- signing_keys: the current key and the ones still in their overlap, sealed;
--   [{"sealed": "…", "expiresAt": null | "…"}], newest first.
-- headers: custom header values, sealed as one object, null when there are none.
create table webhooks.endpoint (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  id text collate "C" not null check (id like 'ep\_%'),
  uid text collate "C" check (length(uid) between 1 and 256),
  url text not null check (length(url) <= 65536),
  description text not null default '',
  version int not null default 1 check (version between 1 and 65535),
  rate_limit int check (rate_limit between 1 and 65535),
  filter_types text[],
  channels text[],
  metadata jsonb not null default '{}',
  disabled boolean not null default false,
  signing_keys jsonb not null,
  headers text,
  -- When the present run of exhausted messages began; null while deliveries succeed.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (app_id, id),
  foreign key (org_id, app_id) references webhooks.application (org_id, id)
);
create unique index endpoint_uid on webhooks.endpoint (app_id, uid) where deleted_at is null;

-- The three tables of the delivery are partitioned by the time inside their ids, so that retention
-- drops partitions. payload is the exact compact JSON text; null once it is expired or expunged.
create table webhooks.message (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  id text collate "C" not null check (id like 'msg\_%'),
  event_type text collate "C" not null,
  event_id text collate "C",
  channels text[],
  payload text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (app_id, id)
) partition by range (id);
create table webhooks.message_default partition of webhooks.message default;

-- An eventId is unique in its application for ever, longer than its message is kept.
create table webhooks.event_id (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  event_id text collate "C" not null,
  msg_id text collate "C" not null,
  primary key (app_id, event_id)
);

-- status: 0 success, 2 fail, 3 sending. claimable_at: when a worker may take it; while one holds it,
-- the end of its lease. fence rises with every lease, so that a stale owner cannot settle.
-- manual: somebody asked for one more attempt, whatever the status.
create table webhooks.delivery (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  msg_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  status smallint not null check (status in (0, 2, 3)),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  claimable_at timestamptz,
  lease_owner text,
  fence bigint not null default 0,
  manual boolean not null default false,
  created_at timestamptz not null,
  primary key (app_id, msg_id, endpoint_id),
  check (status <> 3 or claimable_at is not null)
) partition by range (msg_id);
create table webhooks.delivery_default partition of webhooks.delivery default;
create index delivery_claimable on webhooks.delivery (claimable_at) where claimable_at is not null;
create index delivery_endpoint on webhooks.delivery (app_id, endpoint_id, msg_id desc);

-- trigger_type: 0 scheduled, 1 manual. status: 0 success, 2 fail. status_code 0: no HTTP answer.
create table webhooks.attempt (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  id text collate "C" not null check (id like 'atmpt\_%'),
  msg_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_type text collate "C" not null,
  channels text[],
  url text not null,
  status smallint not null check (status in (0, 2)),
  status_code int not null,
  response text not null,
  duration_ms int not null,
  trigger_type smallint not null check (trigger_type in (0, 1)),
  -- Sent headers as name → value; those on the sensitive list by name alone.
  sent_headers jsonb not null,
  created_at timestamptz not null,
  primary key (app_id, id)
) partition by range (id);
create table webhooks.attempt_default partition of webhooks.attempt default;
create index attempt_by_msg on webhooks.attempt (app_id, msg_id, id desc);
create index attempt_by_endpoint on webhooks.attempt (app_id, endpoint_id, id desc);

-- Partitions need an owner's rights, which no process has: this makes one, for these tables alone.
create function webhooks.make_partition(parent text, suffix text, from_id text, to_id text)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  if parent not in ('message', 'delivery', 'attempt') or suffix !~ '^[0-9]{8}$' then
    raise exception 'no such partition';
  end if;
  -- Several processes may ask at once.
  perform pg_advisory_xact_lock(hashtext('webhooks.make_partition'));
  if to_regclass(format('webhooks.%I', parent || '_' || suffix)) is not null then
    return;
  end if;
  -- Attached rather than created in place: that would lock the parent against all readers.
  perform set_config('lock_timeout', '2s', true);
  execute format('create table webhooks.%I (like webhooks.%I including all)',
    parent || '_' || suffix, parent);
  execute format('alter table webhooks.%I attach partition webhooks.%I for values from (%L) to (%L)',
    parent, parent || '_' || suffix, from_id, to_id);
end $$;
revoke all on function webhooks.make_partition from public;
grant execute on function webhooks.make_partition to countersign_engine;

-- Whoever changes where messages go raises the application's routes and tells the others, so that
-- their tables in memory stay true.
create function webhooks.endpoint_changed() returns trigger language plpgsql as $$
begin
  update webhooks.application set routes = routes + 1 where id = new.app_id;
  return null;
end $$;
create trigger endpoint_created after insert on webhooks.endpoint
  for each row execute function webhooks.endpoint_changed();
create trigger endpoint_updated after update on webhooks.endpoint for each row
  when ((old.url, old.rate_limit, old.filter_types, old.channels, old.disabled, old.signing_keys,
      old.headers, old.failing_since, old.deleted_at)
    is distinct from (new.url, new.rate_limit, new.filter_types, new.channels, new.disabled,
      new.signing_keys, new.headers, new.failing_since, new.deleted_at))
  execute function webhooks.endpoint_changed();

create function webhooks.application_changed() returns trigger language plpgsql as $$
begin
  if (old.rate_limit, old.deleted_at) is distinct from (new.rate_limit, new.deleted_at) then
    new.routes := old.routes + 1;
  end if;
  if new.routes <> old.routes then
    perform pg_notify('webhooks_change', new.id);
  end if;
  return new;
end $$;
create trigger application_updated before update on webhooks.application
  for each row execute function webhooks.application_changed();

do $$
declare name text;
begin
  foreach name in array array['organisation', 'application', 'event_type', 'endpoint', 'message',
    'event_id', 'delivery', 'attempt'] loop
    execute format('alter table webhooks.%I enable row level security', name);
    execute format('alter table webhooks.%I force row level security', name);
    execute format('create policy tenant on webhooks.%I to countersign_app
      using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant())', name);
    execute format('grant select, insert, update on webhooks.%I to countersign_app', name);
  end loop;
  -- The engine works in batches over all applications, on what delivery needs and nothing else.
  foreach name in array array['application', 'event_type', 'endpoint', 'message', 'event_id',
    'delivery', 'attempt'] loop
    execute format('create policy engine on webhooks.%I to countersign_engine using (true) with check (true)', name);
    execute format('grant select on webhooks.%I to countersign_engine', name);
  end loop;
end $$;
grant insert, update on webhooks.message, webhooks.delivery, webhooks.attempt to countersign_engine;
grant insert on webhooks.event_id to countersign_engine;
grant update (disabled, failing_since, updated_at) on webhooks.endpoint to countersign_engine;
grant update (routes) on webhooks.application to countersign_engine;
