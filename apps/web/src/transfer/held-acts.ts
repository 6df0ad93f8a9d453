import { Action, ReasonCode } from '@countersign/contracts/transactions'
import { ApiError } from '@countersign/kit/client'
import * as z from 'zod/mini'
import { store } from '../browser/index.ts'
import { acts } from './act-table.ts'

/** An act that the tab's own storage keeps until the server has answered it. No comment: those are sent at once. */
const Kept = z.object({
  /** Whose it is: nobody else is asked about it. */
  by: z.string(),
  company: z.string(),
  id: z.uuid(),
  version: z.int(),
  action: Action,
  reason: z.optional(ReasonCode),
})
type Kept = z.infer<typeof Kept>

/** An act that waits to be sent, is on its way, or did not get through. */
export type HeldAct = Kept & {
  state: 'held' | 'sending' | 'unsent'
  /** What it is done to; absent after a reload. */
  words?: string
}

/** How long an act can be taken back, in milliseconds. */
export const undoFor = 5000

const place = 'heldActs'

/** The acts of this tab that have no answer yet, the oldest first. */
export const heldActs = store<readonly HeldAct[]>([])

/** Called with each answer; `failure` when the server refused. */
type Answered = (act: HeldAct, failure?: unknown) => unknown
const waits = new Map<string, { timer: number; answered: Answered }>()

function change(next: readonly HeldAct[]): void {
  heldActs.set(next)
  try {
    if (next.length === 0) sessionStorage.removeItem(place)
    else {
      const kept = next.map(({ state: _, words: __, ...one }): Kept => one)
      sessionStorage.setItem(place, JSON.stringify(kept))
    }
  } catch {
    // Storage may be forbidden (private windows): then a reload forgets what was not sent.
  }
}

/** Sends an act once it can no longer be taken back. One act for each transfer. */
export function holdAct(act: Omit<HeldAct, 'state'>, answered: Answered): void {
  clearTimeout(waits.get(act.id)?.timer)
  const timer = window.setTimeout(() => void sendAct(act.id), undoFor)
  waits.set(act.id, { timer, answered })
  change([...heldActs.get().filter(({ id }) => id !== act.id), { ...act, state: 'held' }])
}

/** Takes an act back that was not sent, or lets go of one that did not get through. */
export function dropAct(id: string): void {
  clearTimeout(waits.get(id)?.timer)
  waits.delete(id)
  change(heldActs.get().filter((one) => one.id !== id))
}

/** Sends an act now. One that does not reach the server stays, to be sent again. */
export async function sendAct(
  id: string,
  answered: Answered | undefined = waits.get(id)?.answered,
  init?: RequestInit,
): Promise<void> {
  const act = heldActs.get().find((one) => one.id === id)
  if (!act || act.state === 'sending') return
  clearTimeout(waits.get(id)?.timer)
  const become = (state: HeldAct['state']) =>
    change(heldActs.get().map((one) => (one.id === id ? { ...one, state } : one)))
  become('sending')
  const { company: vaspDID, version, action, reason = 'OTHER' } = act
  try {
    await acts[action]?.run({ vaspDID, id, version }, { reason }, init)
    await answered?.(act)
    dropAct(id)
  } catch (failure) {
    const isAnswer = failure instanceof ApiError && failure.status < 500
    if (!isAnswer) return become('unsent')
    await answered?.(act, failure)
    dropAct(id)
  }
}

/** Sends everything that could still be taken back: the list is left, or the page. */
export function sendHeldActs(init?: RequestInit): void {
  for (const { id, state } of heldActs.get())
    if (state === 'held') void sendAct(id, waits.get(id)?.answered, init)
}

// What is sent while a page closes outlives the page.
addEventListener('pagehide', () => sendHeldActs({ keepalive: true }))

/** Finds what an earlier page of this tab has left without an answer. */
export function findUnsentActs(): void {
  try {
    const kept = z.array(Kept).parse(JSON.parse(sessionStorage.getItem(place) ?? '[]'))
    const known = new Set(heldActs.get().map(({ id }) => id))
    const found = kept.flatMap((one) =>
      known.has(one.id) ? [] : [{ ...one, state: 'unsent' as const }],
    )
    if (found.length > 0) change([...found, ...heldActs.get()])
  } catch {
    // What can't be read is as good as absent.
  }
}
