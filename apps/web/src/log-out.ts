import { setActiveCompany } from './active-company.ts'

/** Ends the session. The stored company goes first, so that the next person does not start in it. */
export function logOut(): void {
  setActiveCompany(null)
  location.assign('/api/auth/logout')
}
