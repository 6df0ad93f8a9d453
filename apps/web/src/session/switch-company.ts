import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { api } from '../api/index.ts'
import { writeLocal } from '../browser/index.ts'
import { setActiveCompany, useActiveCompany } from './active-company.ts'
import { mayRedirect, suppressRedirect } from './redirect-flag.ts'
import {
  configQuery,
  isSignedIn,
  userVaspListQuery,
  useViewer,
  viewerQuery,
  workable,
} from './session.ts'

/** What is the same for every company of the viewer. */
const lasting = new Set<unknown>(
  [viewerQuery, configQuery, userVaspListQuery].map((query) => query.queryKey[0]),
)

/** What was read for one company must not be seen for another. */
export function forgetCompany(queryClient: QueryClient): void {
  const ofCompany = { predicate: (query: Query) => !lasting.has(query.queryKey[0]) }
  void queryClient.cancelQueries(ofCompany)
  queryClient.removeQueries({ ...ofCompany, type: 'inactive' })
  void queryClient.resetQueries(ofCompany)
}

/**
 * Works for a company from now on: keeps it, resets the wizard, and forgets what was read for the one
 * before. A company that the viewer cannot log in to leads to the choice of companies instead.
 * @returns whether the company is the active one now
 */
export function useSwitchCompany(): (did: string) => boolean {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.href })
  return (did) => {
    if (!workable(viewer).includes(did)) {
      if (mayRedirect())
        void navigate({ to: '/auth/multivasp-signin', search: { vasp: did, redirect: path } })
      return false
    }
    setActiveCompany(did)
    suppressRedirect(false)
    writeLocal('companyWizard', null)
    forgetCompany(queryClient)
    // The session gets a new id. That it has not does not keep anybody from working.
    api.auth.switchCompany({ body: { vaspDID: did } }).catch(() => undefined)
    return true
  }
}

/** Works for no company any more, and does not ask for one until the next choice. */
export function clearCompany(): void {
  setActiveCompany(null)
  suppressRedirect(true)
}

/** A stored company that the viewer cannot log in to leads to the choice of companies. */
export function useUnknownCompany(): void {
  const viewer = useViewer()
  const stored = useActiveCompany()
  const navigate = useNavigate()
  const location = useRouterState({ select: (state) => state.location })
  const { pathname, href } = location
  const unknown =
    isSignedIn(viewer) && !viewer.observing && stored !== null && !workable(viewer).includes(stored)
  const go = useCallback(() => {
    if (unknown && mayRedirect() && !pathname.startsWith('/auth'))
      void navigate({
        to: '/auth/multivasp-signin',
        replace: true,
        search: { vasp: stored, redirect: href },
      })
  }, [unknown, pathname, href, stored, navigate])
  useEffect(go, [go])
}
