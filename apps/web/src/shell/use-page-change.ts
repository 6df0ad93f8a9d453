import { useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useCompany, useCompanyName } from '../session/index.ts'
import { announce } from '../ui/page/live-region.tsx'
import { focusPageHeading } from '../ui/page/page-header.tsx'
import { visited } from './recent-places.ts'

/** A new page has its title, is announced, and takes focus at its heading. @returns where that is */
export function usePageChange(): { title: string; route: string; path: string } {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const resolved = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const did = useCompany()
  const company = useCompanyName(did)
  const first = useRef(true)
  useEffect(() => {
    document.title = [title, company, 'Countersign'].filter(Boolean).join(' · ')
  }, [title, company])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path is the event itself
  useEffect(() => {
    if (resolved === undefined) return
    if (title && !resolved.startsWith('/auth')) visited({ path: resolved, title, company: did })
    // The first page is read from its start anyway.
    if (first.current) first.current = false
    else {
      focusPageHeading()
      announce(title ?? 'Page')
    }
  }, [resolved])
  return { title: title ?? 'Page', route, path: resolved ?? location.pathname }
}
