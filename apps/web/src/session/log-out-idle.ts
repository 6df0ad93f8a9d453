import { keepDrafts } from './drafts.ts'
import { noteIdleness } from './idle-note.ts'
import { leave } from './log-out.ts'

/** Ends the session of a user who has left, and keeps their unsaved text for them. */
export async function logOutIdle(): Promise<void> {
  await keepDrafts()
  noteIdleness()
  leave()
}
