import { toasts } from '../ui/overlay/toasts.ts'
import { announce } from '../ui/page/live-region.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { acts } from './act-table.ts'
import type { HeldAct } from './held-acts.ts'
import { useTransfersChanged } from './queries.ts'

/** Says how an act went, and loads what it changed. */
export function useActAnswered(company: string) {
  const changed = useTransfersChanged(company)
  return async (act: HeldAct, failure?: unknown): Promise<void> => {
    const { id, action, words } = act
    if (failure === undefined) announce([acts[action]?.done, words].filter(Boolean).join(': '))
    else toasts.error(new Error([words, wordsOf(failure)].filter(Boolean).join(': ')))
    await changed({ id })
  }
}
