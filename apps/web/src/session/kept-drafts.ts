import { store } from '../browser/index.ts'
import type { Kept } from './drafts.ts'

/** Where drafts are kept in the tab's own storage. The shell needs no more of them than this file. */
export const place = 'drafts'

/** What is offered again after the sign-in, until it is taken or let go. */
export const offered = store<Kept | null>(null)

/** Whether something was kept in this tab, of whomever. */
export function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem(place) !== null
  } catch {
    return false
  }
}

/** How often everything was let go: what is sealed meanwhile comes too late. */
export const forgotten = { times: 0 }

/** Lets go of everything that was kept. */
export function forgetDrafts(): void {
  forgotten.times++
  offered.set(null)
  try {
    sessionStorage.removeItem(place)
  } catch {
    // Storage may be forbidden (private windows); then nothing was kept.
  }
}
