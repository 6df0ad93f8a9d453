import type { PinnedConnection, Statement } from '@countersign/kit/pinned-connection'
import { sql } from 'kysely'
import type { WebhooksTx } from '../tables.ts'

/** How a call is named: its organisation, and a hash over caller, address and key. */
export type CallKey = { readonly orgId: string; readonly hash: string }

/** What a call has answered; without a status it is still under way. */
export type StoredCall = {
  readonly status: number | null
  /** Sealed. */
  readonly answer: string | null
}

const rowOf = (tx: WebhooksTx, { orgId, hash }: CallKey) =>
  tx
    .selectFrom('webhooks.idempotency')
    .select(['status', 'answer', 'app_id', 'msg_id'])
    .where('org_id', '=', orgId)
    .where('key_hash', '=', hash)

/** Gives up waiting for a call in another transaction after this long. */
export async function boundWaiting(tx: WebhooksTx, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)
}

/**
 * Takes the key until `until`. While another transaction has it uncommitted, this waits; what that one
 * then leaves behind decides.
 * @returns what an earlier call left, or undefined when the key is ours
 */
export async function claimKey(
  tx: WebhooksTx,
  key: CallKey,
  now: Date,
  until: Date,
): Promise<StoredCall | undefined> {
  const values = { app_id: null, msg_id: null, status: null, answer: null, expires_at: until }
  for (;;) {
    const claimed = await tx
      .insertInto('webhooks.idempotency')
      .values({ org_id: key.orgId, key_hash: key.hash, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'key_hash'])
          .doUpdateSet(values)
          .where(sql.ref('idempotency.expires_at'), '<=', now),
      )
      .returning('key_hash')
      .executeTakeFirst()
    if (claimed) return undefined
    const earlier = await rowOf(tx, key).executeTakeFirst()
    // Gone between the two statements: then it is free.
    if (earlier) return earlier
  }
}

/** Keeps the answer of a call whose key was claimed until `until`, unless the lease was lost. */
export async function storeAnswer(
  tx: WebhooksTx,
  { orgId, hash }: CallKey,
  until: Date,
  answer: { readonly status: number; readonly answer: string; readonly expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('webhooks.idempotency')
    .set(answer)
    .where('org_id', '=', orgId)
    .where('key_hash', '=', hash)
    // Nobody else can have claimed it until the same moment.
    .where('expires_at', '=', until)
    .where('status', 'is', null)
    .execute()
}

/** Frees a key that was claimed until `until`. */
export async function freeKey(tx: WebhooksTx, { orgId, hash }: CallKey, until: Date) {
  await tx
    .deleteFrom('webhooks.idempotency')
    .where('org_id', '=', orgId)
    .where('key_hash', '=', hash)
    .where('expires_at', '=', until)
    .where('status', 'is', null)
    .execute()
}

/** The message that a call with this key has made, by both ids. */
export async function findKeyedMessage(tx: WebhooksTx, key: CallKey, now: Date) {
  const row = await rowOf(tx, key).where('expires_at', '>', now).executeTakeFirst()
  if (!row?.app_id || !row.msg_id) return undefined
  return { appId: row.app_id, msgId: row.msg_id }
}

/** Frees the key of a message that was refused after all. */
export async function freeKeyOf(tx: WebhooksTx, { orgId, hash }: CallKey, msgId: string) {
  await tx
    .deleteFrom('webhooks.idempotency')
    .where('org_id', '=', orgId)
    .where('key_hash', '=', hash)
    .where('msg_id', '=', msgId)
    .execute()
}

const most = 1000

// Several processes sweep at once: each takes what no other has.
const sweep: Statement = {
  name: 'sweep-idempotency',
  text: `with due as materialized (
      select org_id, key_hash from webhooks.idempotency
      where expires_at <= to_timestamp($1::float8 / 1000)
      order by expires_at limit ${most} for update skip locked),
    gone as (
      delete from webhooks.idempotency as known using due
      where known.org_id = due.org_id and known.key_hash = due.key_hash returning 1)
    select count(*)::int as count from gone`,
}

/** Forgets what has expired, in batches. @returns how many */
export async function sweepKeys(connection: PinnedConnection, now: number): Promise<number> {
  for (let total = 0; ; ) {
    const [row] = await connection.query<{ count: number }>(sweep, [now])
    const count = row?.count ?? 0
    total += count
    if (count < most) return total
  }
}
