import { keepDrafts } from './drafts.ts'
import { noteIdleness } from './idle-note.ts'
import { leave } from './log-out.ts'

/** Ends the session of somebody who has left; what they were typing waits for them. */
export async function logOutIdle(): Promise<void> {
  await keepDrafts()
  noteIdleness()
  leave()
}
