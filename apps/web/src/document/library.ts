import { api, useOperation } from '../api/index.ts'
import { useCan, useCompany } from '../session/index.ts'

/** The own company's documents, where the viewer may see them. */
export function useLibrary() {
  const did = useCompany() ?? ''
  const { allowed, reason } = useCan(api.document.upload)
  const { data } = useOperation(
    api.document.list,
    { did },
    { enabled: allowed && did !== '', staleTime: 30_000 },
  )
  return { did, allowed, reason, documents: data?.documents }
}
