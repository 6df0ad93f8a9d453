import type { ActionItem, Preference } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api, operationQuery, useChange } from '../api/index.ts'

/** The viewer's action items in a company; refreshed every minute. */
export const actionItemsQuery = (did: string) =>
  operationQuery(api.actionItems.list, { did }, { polls: 60_000 })

const name = 'action-item'

/** What a person did with an item: put away for good, or until a moment. */
const Put = z.object({ item: z.string(), until: z.nullable(z.iso.datetime()) })

/** The items that are open now and those that were put away, and how to put away and take back. */
export function useActionItems(did: string) {
  const list = useQuery(actionItemsQuery(did))
  const putAwayQuery = operationQuery(api.preferences.list, {
    query: { preference: name, vasp_did: did },
  })
  const kept = useQuery(putAwayQuery)
  const settled = { invalidates: [putAwayQuery.queryKey], showsFailure: true }
  const entries = (kept.data?.preferences ?? []).flatMap((preference) => {
    const put = z.safeParse(Put, preference.value)
    return put.success ? [{ preference, ...put.data }] : []
  })
  const isAway = ({ id }: ActionItem) =>
    entries.some(
      ({ item, until }) => item === id && (until === null || new Date(until) > new Date()),
    )
  const putAway = useChange(async ({ id, until }: { id: string; until: Date | null }) => {
    const value = { item: id, until: until?.toISOString() ?? null }
    const added = await api.preferences.create({
      body: { preference: name, vasp_did: did, value },
    })
    await forgetGone(entries, list.data?.items)
    return added
  }, settled)
  const takeBack = useChange(async (id: string) => {
    for (const { preference, item } of entries)
      if (item === id) await api.preferences.remove({ id: preference.id })
  }, settled)
  return {
    list,
    putAway,
    takeBack,
    open: kept.isPending ? undefined : list.data?.items.filter((item) => !isAway(item)),
    away: list.data?.items.filter(isAway) ?? [],
  }
}

/** What was put away and has gone by itself need not be remembered any more. */
async function forgetGone(
  entries: readonly { preference: Preference; item: string }[],
  items: readonly ActionItem[] | undefined,
): Promise<void> {
  if (!items) return
  const gone = entries.filter(({ item }) => !items.some(({ id }) => id === item))
  for (const { preference } of gone.slice(0, 10))
    await api.preferences.remove({ id: preference.id }).catch(() => undefined)
}
