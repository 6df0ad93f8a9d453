import { useState } from 'react'
import type * as z from 'zod/mini'
import { keyOf, useChange, useOperation } from '../query/index.ts'
import { api } from './client.ts'

/** Who leaves the page at once has it kept all the same. */
const leaving = { keepalive: true }

/** What the viewer chose, kept under a name on the server, so that it holds in all their browsers. */
export function useKept<T>(preference: string, form: z.ZodMiniType<T>, enabled = true) {
  const query = { query: { preference } }
  const { data } = useOperation(api.preferences.list, query, { enabled, staleTime: 60_000 })
  const kept = data?.preferences[0]
  const [chosen, setChosen] = useState<T>()
  const { mutate } = useChange(
    (value: T) =>
      kept
        ? api.preferences.update({ id: kept.id, body: { value } }, leaving)
        : api.preferences.create({ body: { preference, value } }, leaving),
    { invalidates: [keyOf(api.preferences.list, query)] },
  )
  return {
    isKnown: data !== undefined,
    value: chosen ?? form.safeParse(kept?.value).data,
    /** Shows it at once, and keeps it. */
    keep: (value: T) => {
      setChosen(value)
      if (enabled) mutate(value)
    },
  }
}
