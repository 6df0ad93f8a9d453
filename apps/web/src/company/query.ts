import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/index.ts'

/** A company as the viewer may see it; `reviewer` is whose verdict on it is wanted. */
export const companyQuery = (did: string, signedIn: boolean, reviewer: string | null) => {
  const query = {
    showJurisdictionStatus: true,
    includeSubsidiaries: true,
    ...(reviewer && { reviewedByVaspDID: reviewer }),
  }
  return queryOptions({
    queryKey: signedIn ? ['vasp.get', did, query] : ['public.getVasp', did],
    queryFn: ({ signal }): Promise<PublicVasp & Partial<Vasp>> =>
      signedIn ? api.vasp.get({ did, query }, { signal }) : api.public.getVasp({ did }, { signal }),
  })
}
