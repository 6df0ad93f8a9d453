import { forgetDrafts } from './kept-drafts.ts'
import { clearCompany } from './switch-company.ts'

const before = new Set<() => void>()

/** Does something before a session ends, such as closing a chat that would stay for the next person. */
export const beforeLogOut = (work: () => void): void => {
  before.add(work)
}

/** Ends the session, and lets go of what was kept of an earlier one. */
export function logOut(): void {
  forgetDrafts()
  leave()
}

/** The stored company goes first, so that the next person does not start in it. */
export function leave(): void {
  clearCompany()
  for (const work of before) work()
  location.assign('/api/auth/logout')
}
