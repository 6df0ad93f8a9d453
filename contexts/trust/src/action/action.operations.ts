import { holds, holdsAsOwn, type Input, type RoleGrant } from '@countersign/contracts'
import { type ActionItem, actionItems as contract } from '@countersign/contracts/trust'
import { handlers, type OwnTransaction } from '../handlers.ts'
import { byUrgency, maxOfOneKind } from './action.rules.ts'
import type { SourcedItem } from './action.store.ts'
import { trustSources } from './sources.ts'

/** Causes of action items in other contexts and services, by name. */
export type ActionSources = Readonly<
  Record<string, (did: string, at: Date) => Promise<readonly SourcedItem[]>>
>

/** What waits for people. */
export const actionItems = handlers(contract, { list })

/** What a company keeps from the network: these items name its counterparties and what is shared. */
const ownAffairs: readonly string[] = [
  'counterparty',
  'documentRequest',
  'questionnaire',
  'questionnaireQuestion',
  'transaction',
]

const isFor = (
  grants: readonly RoleGrant[],
  { requiredPermission, entityRef }: SourcedItem,
  did: string,
): boolean =>
  (ownAffairs.includes(entityRef.type) ? holdsAsOwn : holds)(grants, requiredPermission, did)

/**
 * What waits for the caller in a company. Each source is asked on its own: one that fails is named and
 * the others are shown.
 */
async function list(
  { caller, at, deps: { database, actionSources: elsewhere, transferActivity } }: OwnTransaction,
  { did, query: { since } }: Input<typeof contract.list>,
): Promise<{ items: ActionItem[]; unavailable: string[] }> {
  const here: ActionSources = Object.fromEntries(
    Object.entries(trustSources).map(([name, source]) => [
      name,
      () => database.withTenant(did, (tx) => source(tx, did, at, transferActivity)),
    ]),
  )
  const asked = await Promise.all(
    Object.entries({ ...here, ...elsewhere }).map(async ([name, ask]) => ({
      name,
      found: await ask(did, at).catch(() => null),
    })),
  )
  const from = since === undefined ? '' : new Date(since).toISOString()
  return {
    items: asked
      .flatMap(({ found }) => (found ?? []).slice(0, maxOfOneKind))
      .filter((item) => isFor(caller.viewer.grants, item, did) && item.createdAt >= from)
      .filter(({ notFor }) => notFor === undefined || notFor !== caller.viewer.did)
      .map(({ notFor: _, ...item }) => ({ ...item, resolvedAt: null }))
      .toSorted(byUrgency),
    unavailable: asked.flatMap(({ name, found }) => (found === null ? [name] : [])),
  }
}
