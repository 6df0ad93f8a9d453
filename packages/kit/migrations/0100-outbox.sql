-- Events that wait to be handed to the webhook service, written in the transaction of what they tell of
-- and deleted once they were handed over.
create schema outbox;
grant usage on schema outbox to countersign_app, countersign_relay;

-- The last position given out in each company. Lock order: a transaction takes it in its last statement,
-- after everything else, and for two companies in the order of their DIDs; so positions follow the order
-- of the commits and nobody waits for anything while holding one.
create table outbox.sequence (
  vasp_did text collate "C" primary key,
  position bigint not null
);

create table outbox.event (
  vasp_did text collate "C" not null,
  position bigint not null,
  -- What the event is about. Events of one object are handed over in order.
  object text collate "C" not null check (object <> ''),
  id text collate "C" not null,
  type text not null,
  payload json not null,
  created_at timestamptz not null,
  primary key (vasp_did, position)
);

-- Objects that no relay may take before `until`: one has them in hand, or their first event failed. The
-- object '' stands for the whole company.
create table outbox.lane (
  vasp_did text collate "C" not null,
  object text collate "C" not null,
  until timestamptz not null,
  tries int not null default 0,
  primary key (vasp_did, object)
);

-- Runs as the owner: writers may neither choose a position nor touch the counters.
create function outbox.take_position() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into outbox.sequence as s values (new.vasp_did, 1)
    on conflict (vasp_did) do update set position = s.position + 1
    returning s.position into new.position;
  return new;
end $$;
revoke all on function outbox.take_position from public;
create trigger take_position before insert on outbox.event
  for each row execute function outbox.take_position();

do $$
declare name text;
begin
  foreach name in array array['sequence', 'event', 'lane'] loop
    execute format('alter table outbox.%I enable row level security', name);
    execute format('alter table outbox.%I force row level security', name);
    execute format('create policy owner on outbox.%I to %I using (true) with check (true)', name, current_user);
  end loop;
end $$;
-- A context that tells another company too adds its own policy for that.
create policy tenant on outbox.event for insert to countersign_app
  with check (vasp_did = nullif(current_setting('app.tenant', true), ''));
create policy relay_reads on outbox.event for select to countersign_relay using (true);
create policy relay_deletes on outbox.event for delete to countersign_relay using (true);
create policy relay on outbox.lane to countersign_relay using (true) with check (true);
grant insert (vasp_did, object, id, type, payload, created_at) on outbox.event to countersign_app;
grant select, delete on outbox.event to countersign_relay;
grant select, insert, update, delete on outbox.lane to countersign_relay;
