import { readOnlyReason } from '@countersign/contracts'
import type { Viewer } from '@countersign/contracts/identity'
import type { SiteConfig } from '@countersign/contracts/site'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api, operationQuery, viewerRetry } from '../api/index.ts'
import { useActiveCompany } from './active-company.ts'
import { type Guarded, refusalOf } from './permission.rules.ts'

/** The viewer: asked once, up to ten times again when the server is away (1 s, 2 s, … 10 s). */
export const viewerQuery = operationQuery(
  api.auth.viewer,
  {},
  {
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...viewerRetry,
  },
)

/** What this deployment is. It is loaded beside the viewer, and as patiently. */
export const configQuery = operationQuery(
  api.site.config,
  {},
  {
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...viewerRetry,
  },
)

/** The companies that the viewer works for, can join or can claim. */
export const userVaspListQuery = operationQuery(api.vasp.userVaspList, {})

/** The viewer, who is known before any screen is drawn. */
export const useViewer = (): Viewer => useSuspenseQuery(viewerQuery).data

/** What this deployment is; known before any screen is drawn. */
export const useConfig = (): SiteConfig => useSuspenseQuery(configQuery).data

/** The viewer's email, as far as it is known. */
export const emailOf = ({ fields }: Viewer): string | undefined =>
  fields.find(({ fieldName }) => fieldName === 'email')?.values[0]?.value

/** True when signed in. */
export const isSignedIn = (viewer: Viewer): boolean => viewer.did !== 'noUser'

/** The companies that the viewer can work for now: a disabled one is shown, but nothing works in it. */
export const workable = ({ vasps, disabledVasps }: Viewer): string[] =>
  vasps.filter((did) => !disabledVasps.includes(did))

/** Whether all of the viewer's companies are disabled: then the server answers nothing else. */
export const isShutOut = (viewer: Viewer): boolean =>
  viewer.vasps.length > 0 && workable(viewer).length === 0 && !viewer.isCountersignAdmin

/** The company that the viewer works for now: the stored one if it can be, else the first. */
export function useCompany(): string | null {
  const choices = workable(useViewer())
  const stored = useActiveCompany()
  return stored && choices.includes(stored) ? stored : (choices[0] ?? null)
}

/** Whether the viewer may call an operation in the active company, and the reason when not. */
export function useCan(guarded: Guarded): { allowed: boolean; reason: string | undefined } {
  const reason = refusalOf(guarded, useViewer(), useCompany())
  return { allowed: reason === undefined, reason }
}

/** Why nothing can be changed now, what is the viewer's own neither: they look as an operator. */
export const useReadOnly = (): string | undefined =>
  useViewer().observing ? readOnlyReason : undefined

/** The company whose verdicts the viewer may see: the active one, unless they look as an operator. */
export function useReviewer(): string | null {
  const company = useCompany()
  const reads = useCan(api.review.list).allowed
  const readOnly = useReadOnly()
  return reads && !readOnly ? company : null
}

/** The names of the viewer's companies, by DID, as far as they are known. */
export function useCompanyName(did: string | null): string | undefined {
  const { data } = useQuery({ ...userVaspListQuery, enabled: did !== null })
  return data?.loginable.find((vasp) => vasp.did === did)?.name
}
