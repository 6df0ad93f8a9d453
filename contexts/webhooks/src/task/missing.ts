import type { AppKey } from '../endpoint.store.ts'
import { isRouted } from '../engine/index.ts'
import type { WebhooksTx } from '../tables.ts'
import type { MessageRange } from './range.ts'
import { type Candidate, findCandidates, findDestined, maxCounted } from './recover.store.ts'

/** What of an endpoint decides what it is missing. */
type Missing = {
  readonly id: string
  readonly disabled: boolean
  readonly filter_types: readonly string[] | null
  readonly channels: readonly string[] | null
}

/** A page of messages, and those of them that match an endpoint’s filters now but were never sent to it. */
export async function findMissing(
  tx: WebhooksTx,
  app: AppKey,
  { id, disabled, filter_types, channels }: Missing,
  range: MessageRange,
  page: { readonly now: number; readonly limit: number },
): Promise<{ rows: readonly Candidate[]; missing: readonly Candidate[] }> {
  const route = {
    disabled,
    filterTypes: filter_types && new Set(filter_types),
    channels: channels && new Set(channels),
  }
  const rows = await findCandidates(tx, app, range, page)
  const wanted = rows.filter((row) => row.sendable && isRouted(route, row))
  const destined = await findDestined(
    tx,
    app,
    id,
    wanted.map((row) => row.id),
  )
  return { rows, missing: wanted.filter((row) => !destined.has(row.id)) }
}

const countPage = 2_500
/** So many messages are looked at before counting ends: an endpoint may be missing none of millions. */
const maxLookedAt = 50_000

/** How many messages of a range a replay would send, as far as can be told quickly. */
export async function countMissing(
  tx: WebhooksTx,
  app: AppKey,
  endpoint: Missing,
  range: MessageRange,
  now: number,
): Promise<{ count: number; isWhole: boolean }> {
  let count = 0
  let from = range.from
  for (let looked = 0; looked < maxLookedAt && count < maxCounted; looked += countPage) {
    const page = { now, limit: countPage }
    const { rows, missing } = await findMissing(tx, app, endpoint, { ...range, from }, page)
    count += missing.length
    const last = rows.at(-1)?.id
    if (rows.length < countPage || last === undefined) return { count, isWhole: true }
    from = last
  }
  return { count: Math.min(count, maxCounted), isWhole: false }
}
