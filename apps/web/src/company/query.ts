import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import type { Call } from '@countersign/kit/client'
import { api, operationQuery } from '../api/index.ts'

/** A company as the viewer may see it; `reviewer` is whose verdict on it is wanted. */
export const companyQuery = (did: string, signedIn: boolean, reviewer: string | null) => {
  const query = {
    showJurisdictionStatus: true,
    includeSubsidiaries: true,
    ...(reviewer && { reviewedByVaspDID: reviewer }),
  }
  type Get = Call<Parameters<typeof api.vasp.get>[0], PublicVasp & Partial<Vasp>>
  const get: Get = signedIn ? api.vasp.get : api.public.getVasp
  return operationQuery(get, signedIn ? { did, query } : { did })
}
