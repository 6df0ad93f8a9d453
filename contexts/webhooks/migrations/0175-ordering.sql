-- Ordering by key: messages with one ordering key reach an ordered endpoint one at a time, in the order
-- accepted. Each endpoint and key is a line. One delivery of a line has the turn; the others wait.
alter table webhooks.endpoint add column ordered boolean not null default false;
alter table webhooks.message add column ordering_key text collate "C";

-- line_seq: the place in the line. skipped: somebody let the line go on without it. While a delivery waits
-- for its turn, claimable_at is null.
alter table webhooks.delivery
  add column ordering_key text collate "C",
  add column line_seq bigint,
  add column skipped boolean not null default false,
  drop constraint delivery_check,
  add constraint delivery_check check (status <> 3 or claimable_at is not null or line_seq is not null);

-- turn: the message whose turn it is, null while the line is empty. Whoever changes a line, or a delivery
-- in it that nobody holds, locks this row first: lines in the order of their keys, deliveries after them.
create table webhooks.ordering_line (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  ordering_key text collate "C" not null,
  last_seq bigint not null,
  turn text collate "C",
  used_at timestamptz not null,
  primary key (app_id, endpoint_id, ordering_key)
) with (fillfactor = 50);

-- Who waits, without the one that has the turn.
create table webhooks.ordering_wait (
  org_id text collate "C" not null,
  app_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  ordering_key text collate "C" not null,
  seq bigint not null,
  msg_id text collate "C" not null,
  primary key (app_id, endpoint_id, ordering_key, seq)
);
create index ordering_wait_age on webhooks.ordering_wait (msg_id);

do $$
declare name text;
begin
  foreach name in array array['ordering_line', 'ordering_wait'] loop
    execute format('alter table webhooks.%I enable row level security', name);
    execute format('alter table webhooks.%I force row level security', name);
    execute format('create policy tenant on webhooks.%I to countersign_app
      using (org_id = webhooks.tenant()) with check (org_id = webhooks.tenant())', name);
    execute format('create policy engine on webhooks.%I to countersign_engine using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on webhooks.%I to countersign_app, countersign_engine', name);
  end loop;
end $$;

drop trigger endpoint_updated on webhooks.endpoint;
create trigger endpoint_updated after update on webhooks.endpoint for each row
  when ((old.url, old.login, old.rate_limit, old.filter_types, old.channels, old.disabled,
      old.signing_keys, old.headers, old.failing_since, old.deleted_at, old.transformation,
      old.transformation_enabled, old.ordered)
    is distinct from (new.url, new.login, new.rate_limit, new.filter_types, new.channels,
      new.disabled, new.signing_keys, new.headers, new.failing_since, new.deleted_at,
      new.transformation, new.transformation_enabled, new.ordered))
  execute function webhooks.endpoint_changed();

-- Gives each of these lines' turn to the first delivery that is still open: one that is to be sent, that
-- failed, or that somebody asked for. A failed one keeps the turn and holds the others back. Who is being
-- sent keeps it, too; who waits for a retry gives it to one before it that was asked for again.
-- Hash and merge joins would read whole partitions where statistics are out of date.
-- @returns how many deliveries may be sent now
create function webhooks.pass_turns(apps text[], endpoints text[], keys text[], now_ms float8)
returns bigint language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  now_at timestamptz := to_timestamp(now_ms / 1000);
  due bigint;
  passed bigint;
  freed bigint := 0;
begin
  -- What others did to a line is seen only by statements that begin once it is locked.
  perform from (
      select distinct * from unnest(apps, endpoints, keys) as k (app_id, endpoint_id, ordering_key)) k
    join webhooks.ordering_line l using (app_id, endpoint_id, ordering_key)
    order by l.app_id, l.endpoint_id, l.ordering_key for update of l;
  loop
    with line as materialized (
      select l.org_id, l.app_id, l.endpoint_id, l.ordering_key, l.turn, d.line_seq,
        coalesce(d.open, false) as open, w.seq as next_seq, w.msg_id as next_id
      from (select distinct * from unnest(apps, endpoints, keys) as k (app_id, endpoint_id, ordering_key)) k
      join webhooks.ordering_line l using (app_id, endpoint_id, ordering_key)
      left join lateral (
        select d.line_seq, d.lease_owner,
          d.status = 3 or d.manual or (d.status = 2 and not d.skipped) as open
        from webhooks.delivery d
        where d.app_id = l.app_id and d.msg_id = l.turn and d.endpoint_id = l.endpoint_id
        offset 0) d on true
      left join lateral (
        select w.seq, w.msg_id from webhooks.ordering_wait w
        where w.app_id = l.app_id and w.endpoint_id = l.endpoint_id and w.ordering_key = l.ordering_key
        order by w.seq limit 1) w on true
      where d.lease_owner is null and (l.turn is not null or w.msg_id is not null)
        and (not coalesce(d.open, false) or w.seq < d.line_seq)),
    taken as (
      delete from webhooks.ordering_wait w using line
      where w.app_id = line.app_id and w.endpoint_id = line.endpoint_id
        and w.ordering_key = line.ordering_key and w.seq = line.next_seq),
    back as (
      insert into webhooks.ordering_wait (org_id, app_id, endpoint_id, ordering_key, seq, msg_id)
      select org_id, app_id, endpoint_id, ordering_key, line_seq, turn from line where open),
    held as (
      update webhooks.delivery d set claimable_at = null from line
      where line.open and d.app_id = line.app_id and d.msg_id = line.turn
        and d.endpoint_id = line.endpoint_id),
    turned as (
      update webhooks.ordering_line l set turn = line.next_id from line
      where l.app_id = line.app_id and l.endpoint_id = line.endpoint_id
        and l.ordering_key = line.ordering_key),
    next as (
      update webhooks.delivery d set claimable_at = case when d.manual then now_at
        when d.status = 3 then greatest(d.next_attempt_at, now_at) end
      from line
      where d.app_id = line.app_id and d.msg_id = line.next_id and d.endpoint_id = line.endpoint_id
      returning d.claimable_at, d.status = 3 or d.manual or (d.status = 2 and not d.skipped) as open)
    select (select count(*) from next where claimable_at <= now_at),
      (select count(*) from line where next_id is not null) - (select count(*) from next where open)
    into due, passed;
    freed := freed + due;
    -- Who was skipped while it waited, or is forgotten, has no use for the turn.
    exit when passed = 0;
  end loop;
  return freed;
end $$;

-- Asks for one more attempt of deliveries in lines. One that waits for its turn is not hurried: it comes
-- when its turn comes. One that has been sent, or was skipped, is the next of its line, before all that
-- were accepted after it. @returns how many were asked for
create function webhooks.ask_in_line(app text, endpoint text, msgs text[], now_ms float8)
returns bigint language plpgsql as $$
declare
  now_at timestamptz := to_timestamp(now_ms / 1000);
  keys text[] := array(select distinct d.ordering_key from webhooks.delivery d
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = any (msgs)
      and d.line_seq is not null order by 1);
  asked bigint;
begin
  perform from webhooks.ordering_line l
    where l.app_id = app and l.endpoint_id = endpoint and l.ordering_key = any (keys)
    order by l.app_id, l.endpoint_id, l.ordering_key for update;
  with line as materialized (
    select ordering_key, turn from webhooks.ordering_line
    where app_id = app and endpoint_id = endpoint and ordering_key = any (keys)),
  wanted as (
    update webhooks.delivery d set manual = true, claimable_at = case
      when d.lease_owner is not null then d.claimable_at when line.turn = d.msg_id then now_at end
    from line
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = any (msgs)
      and d.ordering_key = line.ordering_key and d.line_seq is not null
      and (d.status <> 3 or line.turn = d.msg_id)
    returning d.org_id, d.ordering_key, d.line_seq, d.msg_id, line.turn),
  waiting as (
    insert into webhooks.ordering_wait (org_id, app_id, endpoint_id, ordering_key, seq, msg_id)
    select org_id, app, endpoint, ordering_key, line_seq, msg_id from wanted
    where msg_id is distinct from turn
    on conflict do nothing)
  select count(*) into asked from wanted;
  -- A worker that takes one at this moment is waited for, or passes it over.
  perform from webhooks.ordering_line l join webhooks.delivery d
      on d.app_id = l.app_id and d.msg_id = l.turn and d.endpoint_id = l.endpoint_id
    where l.app_id = app and l.endpoint_id = endpoint and l.ordering_key = any (keys)
    for update of d;
  perform webhooks.pass_turns(array(select app from unnest(keys)),
    array(select endpoint from unnest(keys)), keys, now_ms);
  return asked;
end $$;

-- Lets deliveries that were added to an ordered endpoint later join the ends of their lines, in the order
-- of their ids.
create function webhooks.enter_lines(app text, endpoint text, msgs text[], now_ms float8)
returns void language plpgsql as $$
declare
  keys text[];
begin
  with entering as materialized (
    select d.org_id, d.msg_id, d.ordering_key from webhooks.delivery d
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = any (msgs)
      and d.line_seq = 0),
  line as (
    insert into webhooks.ordering_line as l (org_id, app_id, endpoint_id, ordering_key, last_seq, used_at)
    select org_id, app, endpoint, ordering_key, count(*), to_timestamp(now_ms / 1000) from entering
    group by org_id, ordering_key order by ordering_key
    on conflict (app_id, endpoint_id, ordering_key) do update
    set last_seq = l.last_seq + excluded.last_seq, used_at = excluded.used_at
    returning ordering_key, last_seq),
  placed as materialized (
    select e.*, line.last_seq - row_number() over (partition by e.ordering_key order by e.msg_id desc)
      + 1 as seq
    from entering e join line using (ordering_key)),
  numbered as (
    update webhooks.delivery d set line_seq = placed.seq from placed
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = placed.msg_id),
  waiting as (
    insert into webhooks.ordering_wait (org_id, app_id, endpoint_id, ordering_key, seq, msg_id)
    select org_id, app, endpoint, ordering_key, seq, msg_id from placed)
  select array(select distinct ordering_key from placed order by 1) into keys;
  perform webhooks.pass_turns(array(select app from unnest(keys)),
    array(select endpoint from unnest(keys)), keys, now_ms);
end $$;

-- Lets a line go on without one of its deliveries.
-- @returns `skipped`, `sending` while it is being sent, or null when it holds nothing back
create function webhooks.skip_in_line(app text, endpoint text, msg text, now_ms float8)
returns text language plpgsql as $$
declare
  line_key text;
  owner text;
begin
  select d.ordering_key into line_key from webhooks.delivery d
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = msg and d.line_seq is not null;
  perform from webhooks.ordering_line l
    where l.app_id = app and l.endpoint_id = endpoint and l.ordering_key = line_key for update;
  select d.lease_owner into owner from webhooks.delivery d
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = msg and d.line_seq is not null
      and (d.status = 3 or d.manual or (d.status = 2 and not d.skipped)) for update;
  if not found then
    return null;
  elsif owner is not null then
    return 'sending';
  end if;
  update webhooks.delivery set status = case status when 0 then 0 else 2 end, skipped = true,
      manual = false, next_attempt_at = null, claimable_at = null
    where app_id = app and endpoint_id = endpoint and msg_id = msg;
  delete from webhooks.ordering_wait w using webhooks.delivery d
    where d.app_id = app and d.endpoint_id = endpoint and d.msg_id = msg and w.app_id = app
      and w.endpoint_id = endpoint and w.ordering_key = line_key and w.seq = d.line_seq;
  perform webhooks.pass_turns(array[app], array[endpoint], array[line_key], now_ms);
  return 'skipped';
end $$;
