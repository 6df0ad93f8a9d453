import { type Query, useQueryClient } from '@tanstack/react-query'
import { setActiveCompany } from '../active-company.ts'
import { configQuery, userVaspListQuery, viewerQuery } from '../session.ts'

/** What is the same for every company of the viewer. */
const lasting = new Set<unknown>(
  [viewerQuery, configQuery, userVaspListQuery].map((query) => query.queryKey[0]),
)

/** Works for another company from now on. */
export function useSwitchCompany(): (did: string) => void {
  const queryClient = useQueryClient()
  return (did) => {
    setActiveCompany(did)
    // What was read for the other company must not be seen for this one.
    const ofCompany = { predicate: (query: Query) => !lasting.has(query.queryKey[0]) }
    queryClient.removeQueries({ ...ofCompany, type: 'inactive' })
    void queryClient.resetQueries(ofCompany)
  }
}
