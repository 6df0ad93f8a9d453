import type { Permission } from '@countersign/contracts'
import { grouped, type Section } from '@countersign/contracts/transactions'
import type { ActionItemType, OpenItem } from '@countersign/contracts/trust'
import { toDecimal } from '../asset/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { findWaiting, type Waiting } from './waiting.store.ts'

type Kind = {
  readonly type: ActionItemType
  readonly permission: Permission
  /** After the amount, e.g. `1.5 ETH`, and before the counterparty's name. */
  readonly words: string
}

const kinds: { readonly [S in Section]?: Kind } = {
  TO_APPROVE: {
    type: 'OUTGOING_AWAITING_APPROVAL',
    permission: 'transactions.approve',
    words: 'to approve, to',
  },
  TO_CONFIRM: {
    type: 'INCOMING_AWAITING_CONFIRMATION',
    permission: 'transactions.confirm',
    words: 'to confirm, from',
  },
  TO_DECIDE: {
    type: 'INCOMING_AWAITING_DECISION',
    permission: 'transactions.accept',
    words: 'to accept or decline, from',
  },
  DATA: {
    type: 'DATA_REQUESTED_BY_COUNTERPARTY',
    permission: 'transactions.update',
    words: 'needs data, with',
  },
}

/** So many transfers of a kind stand singly; more are one item. */
const maxSingle = 25

/** The transfers that wait for a company, as items of its to-do list: those that are due first come first. */
export async function transferItems(
  deps: TransactionsDeps,
  company: string,
  at: Date,
): Promise<OpenItem[]> {
  return deps.database.withTenant(company, async (tx) => {
    const waiting = await findWaiting(tx, company, at, Object.keys(kinds), maxSingle + 1)
    const others = [...new Set(waiting.map(({ counterparty }) => counterparty))]
    const known = await deps.companies(
      tx,
      others.filter((did) => did !== null),
    )
    const names = new Map(known.map(({ did, name }) => [did, name]))
    return [...Map.groupBy(waiting, ({ section }) => section)].flatMap(([section, rows]) => {
      const kind = kinds[section]
      if (!kind) return []
      return rows.length > maxSingle
        ? [together(kind, rows, at)]
        : rows.map((row) => single(kind, row, names.get(row.counterparty ?? ''), at))
    })
  })
}

const single = (
  { type, permission, words }: Kind,
  row: Waiting,
  name: string | undefined,
  at: Date,
): OpenItem => ({
  id: `${type}:${row.id}`,
  type,
  severity: isOverdue(row, at) ? 'high' : 'medium',
  title: `${grouped(toDecimal(BigInt(row.amount), row.decimals))} ${row.symbol} ${words} ${name ?? 'a company'}`,
  detail: null,
  dueAt: row.dueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  entityRef: { type: 'transaction', id: row.id },
  requiredPermission: permission,
})

/** Many of a kind: the first of them is the one that has waited longest. */
function together({ type, permission }: Kind, rows: readonly Waiting[], at: Date): OpenItem {
  const [first] = rows
  return {
    id: `${type}:many`,
    type,
    severity: first && isOverdue(first, at) ? 'high' : 'medium',
    title: `More than ${maxSingle} transfers wait for you`,
    detail: null,
    dueAt: first?.dueAt?.toISOString() ?? null,
    createdAt: first?.createdAt.toISOString() ?? at.toISOString(),
    entityRef: { type: 'transaction', id: '' },
    requiredPermission: permission,
  }
}

const isOverdue = ({ dueAt }: Waiting, at: Date): boolean => dueAt !== null && dueAt < at
