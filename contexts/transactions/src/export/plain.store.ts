import { sql } from 'kysely'
import { networkOf, toDecimal } from '../asset/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { type ExportPage, type ExportPlace, oldestSides } from '../list/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { localAmounts, toMoney } from '../threshold/index.ts'
import type { Facts } from './row.rules.ts'

/** Microseconds, as a number that the driver need not make a date of. */
const microseconds = (at: string) =>
  sql<number>`(date_part('epoch', ${sql.ref(at)}) * 1000000)::int8`
/** Whole milliseconds, as dates have them: the rest is cut off. */
const ms = (at: string) => sql<number | null>`${microseconds(at)} / 1000`

/** A time with its microseconds, as the database reads it. */
const placeAt = (us: number): string =>
  `${new Date(us / 1_000).toISOString().slice(0, 19)}.${String(us % 1_000_000).padStart(6, '0')}Z`

/**
 * A page of an export without personal data: what its lines say and no more, by one statement. Describing each
 * transfer in full takes several times as long; a test compares the two.
 */
export async function findFacts(
  { counterparties }: Pick<TransactionsDeps, 'counterparties'>,
  tx: TransactionsTx,
  company: string,
  page: ExportPage,
): Promise<{ count: number; last: ExportPlace | undefined; facts: () => Facts[] }> {
  const found = await read(tx, company, page)
  const others = new Set(found.flatMap(({ other }) => other ?? []))
  const known = new Map(
    (await counterparties(tx, company, [...others])).map((one) => [one.did, one.name]),
  )
  const ruleNames = await namesOfRules(tx, company, found)
  const facts = () =>
    found.flatMap((one): Facts[] => {
      const { type, by_kind: lastActBy, asset_id: caip19, decimals, other } = one
      if (type === null || lastActBy === null || caip19 === null || decimals === null) return []
      const name = other === null ? undefined : known.get(other)
      return [
        {
          id: one.transfer_id,
          createdAt: Math.floor(one.created / 1_000),
          updatedAt: one.updated,
          sentAt: one.sent,
          acknowledgedAt: one.acked,
          decidedAt: one.decided,
          direction: one.direction,
          type,
          status: one.status,
          reason: one.reason_code,
          asset: one.asset_symbol ?? '',
          network: networkOf(caip19, decimals),
          amount: toDecimal(BigInt(one.amount ?? 0), decimals),
          ...localOf(one),
          transactionRef: one.ref,
          txHash: one.hash,
          destination: one.destination ?? '',
          destinationTag: one.tag,
          origin: one.origin,
          lastActBy,
          counterpartyDid: name === undefined ? undefined : (other ?? undefined),
          counterpartyName: name,
          rule: one.rule_id === null ? undefined : (ruleNames.get(keyOf(one)) ?? one.rule_id),
        },
      ]
    })
  const end = found.at(-1)
  const last = end && { at: placeAt(end.created), id: end.transfer_id }
  return { count: found.length, last, facts }
}

type Found = Awaited<ReturnType<typeof read>>[number]

/** What a company that has erased its data no longer sees, though the other one may. */
const kept = (column: string) =>
  sql<string | null>`case when s.erased_at is null then ${sql.ref(column)} end`

/** As few columns as the lines need: each costs the driver as much as writing it does. */
async function read(tx: TransactionsTx, company: string, page: ExportPage) {
  const sides = (await oldestSides(tx, company, page)).select([
    ...(['s.transfer_id', 's.created_at', 's.updated_at', 's.direction', 's.status'] as const),
    ...(['s.role', 's.currency', 's.transaction_ref', 's.tx_hash', 's.erased_at'] as const),
  ])
  return tx
    .selectFrom(sides.as('s'))
    .leftJoin('transactions.transfer as t', 't.id', 's.transfer_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('transactions.act as newest')
          .select(['newest.by_kind', 'newest.rule_id', 'newest.rule_version'])
          .where('newest.vasp_did', '=', company)
          .whereRef('newest.transfer_id', '=', 's.transfer_id')
          .orderBy('newest.seq', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select([
      ...(['s.transfer_id', 's.direction', 's.status', 's.currency', 't.type'] as const),
      ...(['t.reason_code', 't.asset_symbol', 't.asset_id', 't.amount', 't.decimals'] as const),
      ...(['a.by_kind', 'a.rule_id', 'a.rule_version'] as const),
      // As `otherOf` has it.
      sql<string | null>`nullif(case when t.originator_did = ${company} then t.beneficiary_did
        else t.originator_did end, ${company})`.as('other'),
      sql<string | null>`case when s.role <> 'B' then s.transaction_ref end`.as('ref'),
      sql<string | null>`case when s.erased_at is null then case when s.role <> 'B' then s.tx_hash
        else t.origin_tx_hash end end`.as('hash'),
      kept('t.destination').as('destination'),
      kept('t.destination_tag').as('tag'),
      kept('t.origin').as('origin'),
      microseconds('s.created_at').as('created'),
      sql<number>`${ms('s.updated_at')}`.as('updated'),
      ms('t.sent_at').as('sent'),
      ms('t.acked_at').as('acked'),
      ms('t.decided_at').as('decided'),
      sql<string | null>`t.price ->> 'usd'`.as('usd'),
      sql<string | null>`t.price -> 'fx' ->> s.currency`.as('rate'),
    ])
    .orderBy('s.created_at')
    .orderBy('s.transfer_id')
    .execute()
}

function localOf({ amount, decimals, usd, rate, currency }: Found) {
  const none = { value: undefined, currency: undefined }
  if (amount === null || decimals === null || usd === null || currency === null) return none
  const fx = rate === null ? {} : { [currency]: rate }
  const local = localAmounts(BigInt(amount), decimals, { usd, fx })(currency)
  if (!local) return none
  return { value: toMoney(local, currency).amountInLocalCurrency, currency }
}

const keyOf = ({ rule_version, rule_id }: Pick<Found, 'rule_version' | 'rule_id'>) =>
  `${rule_version} ${rule_id}`

/** What the rules were called that decided, each in the version of then. */
async function namesOfRules(
  tx: TransactionsTx,
  company: string,
  found: readonly Found[],
): Promise<ReadonlyMap<string, string>> {
  const versions = [...new Set(found.flatMap(({ rule_version }) => rule_version ?? []))]
  if (versions.length === 0) return new Map()
  const { rows } = await sql<{ rule_version: number; rule_id: string; name: string | null }>`
    select s.version as rule_version, rule ->> 'id' as rule_id, rule ->> 'name' as name
    from transactions.rule_set s, jsonb_array_elements((s.body -> 'incoming') || (s.body -> 'outgoing')) rule
    where s.vasp_did = ${company} and s.version = any(${versions}::int[])`.execute(tx)
  return new Map(rows.flatMap((one) => (one.name === null ? [] : [[keyOf(one), one.name]])))
}
