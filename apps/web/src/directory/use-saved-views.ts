import * as z from 'zod/mini'
import { api, keyOf, useChange, useOperation } from '../api/index.ts'
import { toasts } from '../ui/overlay/toasts.ts'
import type { ViewFilters } from './view-filters.ts'

/** How many views one person may keep of one screen. */
export const maxViews = 30
/** How long the name of a view may be. */
export const longestName = 60

const Kept = z.object({ name: z.string(), filters: z.record(z.string(), z.string()) })

/** Filters under a name. */
export interface SavedView {
  id: string
  name: string
  filters: ViewFilters
}

/** The screens whose filters can be kept. */
export type ViewScreen = 'directory' | 'counterparties'

/** The viewer's own views of a screen by name, the same in all their companies. */
export function useSavedViews(screen: ViewScreen) {
  const preference = `view.${screen}`
  const queryKey = keyOf(api.preferences.list, { query: { preference } })
  const list = useOperation(api.preferences.list, { query: { preference } })
  const views = list.data?.preferences
    .flatMap(({ id, value }): SavedView[] => {
      const kept = z.safeParse(Kept, value)
      return kept.success ? [{ id, ...kept.data }] : []
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const invalidates = [queryKey]
  const add = useChange(
    (value: Omit<SavedView, 'id'>) => api.preferences.create({ body: { preference, value } }),
    { invalidates },
  )
  const change = useChange(
    ({ id, ...value }: SavedView) => api.preferences.update({ id, body: { value } }),
    { invalidates },
  )
  const remove = useChange(({ id }: SavedView) => api.preferences.remove({ id }), {
    invalidates,
    onSuccess: (_, { name, filters }) =>
      toasts.success(`View deleted: ${name}`, {
        label: 'Undo',
        run: () => add.mutate({ name, filters }),
      }),
  })
  return { list, views, add, change, remove }
}
