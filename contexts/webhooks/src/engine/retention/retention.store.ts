import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'

// Erases payloads, and with them what still waits to be sent of them; what is being sent settles by
// itself and is not tried again. In a line it ends when its turn comes. One statement, so nobody finds half of it done. Of several processes
// one does it, and the others look again later.
const erase: Statement = {
  name: 'retention-erase',
  text: `with mine as materialized (
      select pg_try_advisory_xact_lock(hashtext('webhooks.retention')) as got),
    due as materialized (
      select app_id, id from webhooks.message
      where payload is not null and expires_at <= to_timestamp($1::float8 / 1000)
        and (select got from mine)
      order by expires_at limit $2::int for update skip locked),
    erased as (
      update webhooks.message m set payload = null from due
      where m.app_id = due.app_id and m.id = due.id returning 1),
    dropped as (
      update webhooks.delivery d set status = 2, next_attempt_at = null, claimable_at = null
      from due where d.app_id = due.app_id and d.msg_id = due.id
        and d.status = 3 and d.lease_owner is null and d.line_seq is null returning 1)
    select (select count(*) from erased) as count, (select count(*) from dropped) as dropped`,
}

/** Erases a batch of payloads whose time has come. @returns how many */
export async function eraseExpired(
  connection: PinnedConnection,
  now: number,
  limit: number,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(erase, [now, limit])
  return row?.count ?? 0
}

/** The tables in time's partitions, each before the one that it refers to, with their ids' prefix. */
const parents = [
  ['attempt', 'atmpt_'],
  ['delivery', 'msg_'],
  ['message', 'msg_'],
] as const

/** One of those tables, with its ids' prefix. */
export type Parent = (typeof parents)[number]

const list: Statement = {
  name: 'retention-partitions',
  text: `select right(c.relname, 8) as suffix from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('webhooks.' || $1::text)::regclass and c.relname ~ '_[0-9]{8}$'
      and right(c.relname, 8) < $2::text
    order by 1`,
}

/** Days (`20260821`) before another that have a partition, by table. */
export async function findPartitions(
  connection: PinnedConnection,
  before: string,
): Promise<{ parent: Parent; suffix: string }[]> {
  const found: { parent: Parent; suffix: string }[] = []
  for (const parent of parents) {
    const rows = await connection.query<{ suffix: string }>(list, [parent[0], before])
    found.push(...rows.map(({ suffix }) => ({ parent, suffix })))
  }
  return found
}

const drop: Statement = {
  name: 'retention-drop',
  text: 'select webhooks.drop_partition($1, $2) as dropped',
}

/**
 * Drops the partition of a day.
 * @returns false when it is gone, or another process is at it
 * @throws when the day is too young, or readers are in the way
 */
export async function dropPartition(
  connection: PinnedConnection,
  parent: Parent,
  suffix: string,
): Promise<boolean> {
  const [row] = await connection.query<{ dropped: boolean }>(drop, [parent[0], suffix])
  return row?.dropped ?? false
}

const rest = ([table]: Parent): Statement => ({
  name: `retention-rest-${table}`,
  text: `with gone as (
      delete from webhooks.${table}_default where (app_id, ${keys[table]}) in (
        select app_id, ${keys[table]} from webhooks.${table}_default
        where ${firsts[table]} < $1 limit $2::int)
      returning 1)
    select count(*) as count from gone`,
})
const keys = { attempt: 'id', delivery: 'msg_id, endpoint_id', message: 'id' } as const
const firsts = { attempt: 'id', delivery: 'msg_id', message: 'id' } as const
const rests = parents.map((parent) => ({ prefix: parent[1], statement: rest(parent) }))

/**
 * Deletes a batch of the rows older than an id that have no partition of their own.
 * @param floor the id, without prefix
 * @returns how many of each table at the most
 */
export async function deleteRest(
  connection: PinnedConnection,
  floor: string,
  limit: number,
): Promise<number> {
  let most = 0
  for (const { prefix, statement } of rests) {
    const [row] = await connection.query<{ count: number }>(statement, [prefix + floor, limit])
    most = Math.max(most, row?.count ?? 0)
  }
  return most
}

const forget: Statement = {
  name: 'retention-tokens',
  text: `with gone as (
      delete from webhooks.ended_token where expires_at < to_timestamp($1::float8 / 1000)
      returning 1)
    select count(*) as count from gone`,
}

const tasks: Statement = {
  name: 'retention-tasks',
  text: `with gone as (
      delete from webhooks.background_task where (org_id, id) in (
        select org_id, id from webhooks.background_task
        where status <> 'running' and created_at < to_timestamp($1::float8 / 1000)
        order by created_at limit $2::int)
      returning 1)
    select count(*) as count from gone`,
}

/** Deletes a batch of the tasks that ended and are older than a time. @returns how many */
export async function forgetTasks(
  connection: PinnedConnection,
  before: number,
  limit: number,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(tasks, [before, limit])
  return row?.count ?? 0
}

/** Forgets the ends of tokens that have ended by themselves since. @returns how many */
export async function forgetTokens(connection: PinnedConnection, before: number): Promise<number> {
  const [row] = await connection.query<{ count: number }>(forget, [before])
  return row?.count ?? 0
}

const numbers: Statement = {
  name: 'retention-numbers',
  text: `with gone as (
      delete from webhooks.poller_message where (app_id, poller_id, seq) in (
        select app_id, poller_id, seq from webhooks.poller_message
        where msg_id < $1 order by msg_id limit $2::int)
      returning 1)
    select count(*) as count from gone`,
}

/** Deletes a batch of the numbers that pollers gave to messages older than an id. @returns how many */
export async function forgetNumbers(
  connection: PinnedConnection,
  floor: string,
  limit: number,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(numbers, [`msg_${floor}`, limit])
  return row?.count ?? 0
}

const free: Statement = {
  name: 'retention-lines',
  text: 'select webhooks.free_lines($1, $2::float8, $3::int) as count',
}

/**
 * Lets a batch of lines go on whose message was erased or is older than an id, and forgets those that nothing is in.
 * @returns how many
 */
export async function freeLines(
  connection: PinnedConnection,
  floor: string,
  now: number,
  limit: number,
): Promise<number> {
  const [row] = await connection.query<{ count: number }>(free, [`msg_${floor}`, now, limit])
  return row?.count ?? 0
}
