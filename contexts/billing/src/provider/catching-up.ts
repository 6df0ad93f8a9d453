import { findMark, findUnread, storeEvent, storeMark, storeRefusals } from './event.store.ts'
import type { ReadingDeps } from './reading.worker.ts'

const hourMs = 3_600_000
/** Before the first time, as far back as every provider tells. */
const firstMs = 24 * hourMs
/** How often missed events are asked for. */
const everyMs = 6 * hourMs
const atOnce = 20

/**
 * Asks for the events of the last hours, and takes those that never arrived: their customers are read again.
 * An hour is asked for twice, since a provider lists events a little after they happen.
 * @returns how many had been missed, or undefined where it is not time yet
 */
export async function catchUp<A, T>({
  relay,
  provider,
  clock,
}: Pick<ReadingDeps<A, T>, 'relay' | 'provider' | 'clock'>): Promise<number | undefined> {
  const now = clock()
  const mark = await relay.withNobody((tx) => findMark(tx, provider.name))
  if (mark && now - mark.getTime() < everyMs) return undefined
  const since = new Date(mark ? mark.getTime() - hourMs : now - firstMs)
  const events = await provider.eventsSince(since)
  return relay.withNobody(async (tx) => {
    let missed = 0
    for (const event of events)
      if (await storeEvent(tx, provider.name, event, new Date(now))) missed++
    await storeMark(tx, provider.name, new Date(now))
    return missed
  })
}

/** Asks what was refused, for events that only say that something was. @returns how many were asked for */
export async function readRefusals<A, T>({
  relay,
  provider,
  clock,
}: Pick<ReadingDeps<A, T>, 'relay' | 'provider' | 'clock'>): Promise<number> {
  const ids = await relay.withNobody((tx) => findUnread(tx, provider.name, atOnce))
  for (const id of ids) {
    const refusals = await provider.refusals(id)
    const now = new Date(clock())
    await relay.withNobody((tx) => storeRefusals(tx, provider.name, { id, refusals, now }))
  }
  return ids.length
}
