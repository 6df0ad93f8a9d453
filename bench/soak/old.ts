import { connect } from '@countersign/kit/db'
import type { TransactionsTables } from '@countersign/transactions'
import { bulkDeps } from '../../apps/server/src/suites/crash/bulk-world.fixture.ts'
import { eraseDue } from '../../contexts/transactions/src/retention/erase.worker.ts'
import type { House } from '../house/house.ts'

/** Transfers between these two that ended six years ago, as many more as are asked for. */
const fill = `with made as (insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id,
      asset_symbol, decimals, amount, threshold, destination, address_key, sent_at, acked_at, decided_at, created_at, updated_at)
    select gen_random_uuid(), $1, $2, 'ACCEPTED', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, n, '{}', '0x' || md5(n::text),
      sha256(n::text::bytea), at, at, at, at, at
    from generate_series(1, $3::int) n, lateral (select now() - interval '6 years' as at) t returning *),
  sides as (insert into transactions.side (vasp_did, transfer_id, role, direction, cell, counterparty_no, counterparty_did,
      status, version, created_at, updated_at, ended_at, value, currency, tags)
    select $1, id, 'O', 'outgoing', 1, 1, $2, 'ACCEPTED', 5, created_at, updated_at, updated_at, 1, 'SGD', '{}' from made)
  insert into transactions.part (owner_did, transfer_id, part, version, tree, fields, created_at)
    select $1, id, 'ORIGINATOR', 1, to_jsonb(repeat('x', 1600)), '{}', created_at from made`

/** Companies whose old transfers are erased while everything else goes on. */
export function oldOf({ databaseUrl, owner }: House, [ours, theirs]: readonly [string, string]) {
  const deps = bulkDeps(databaseUrl)
  const relay = connect<TransactionsTables>({
    ...{ url: databaseUrl, role: 'countersign_relay' as const, max: 1 },
  })
  let added = 0
  return {
    /** Adds some, and erases what is due, whoever added it. */
    async erase(count: number): Promise<void> {
      await owner.query(fill, [ours, theirs, count])
      added += count
      await eraseDue({ deps, relay })
    },
    /** How many there were, how many are recorded as erased, and how many are left. */
    async found() {
      const { rows } = await owner.query<{ left: number; recorded: number }>(
        `select (select count(*) from transactions.side where vasp_did = $1 and erased_at is null)::int as left,
           (select coalesce(sum((detail->>'transfers')::int), 0) from audit.entry
             where vasp_did = $1 and action = 'transaction.erase')::int as recorded`,
        [ours],
      )
      return { added, ...rows[0] }
    },
    close: () => Promise.all([deps.database.close(), relay.close()]),
  }
}
