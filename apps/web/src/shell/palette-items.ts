import { type PublicVasp, reviewLabels, type Vasp } from '@countersign/contracts/trust'
import type { Call } from '@countersign/kit/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import {
  Building2,
  ClipboardCheck,
  Clock,
  Cookie,
  History,
  Keyboard,
  LogIn,
  LogOut,
  type LucideIcon,
  Moon,
  Rows3,
  Sun,
  SunMoon,
} from 'lucide-react'
import { api, keyOf, useOperation } from '../api/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { askingAboutCookies, layer } from '../page/index.ts'
import {
  isSignedIn,
  logOut,
  useCan,
  useCompany,
  useReviewer,
  userVaspListQuery,
  useSwitchCompany,
  useViewer,
} from '../session/index.ts'
import { setAppearance, useAppearance } from '../theme.ts'
import { useRecentPlaces } from './recent-places.ts'
import { usePlaces } from './use-places.ts'

/** Something that the palette can do. */
export interface PaletteItem {
  id: string
  label: string
  icon: LucideIcon
  /** The second line: a DID, a state. */
  detail?: string
  /** The keys that do the same. */
  keys?: string
  run: () => void
}

/** Items under a common word. */
export interface PaletteGroup {
  label: string
  items: readonly PaletteItem[]
}

/** Everything that fits the words, in groups; without words only what one goes to most. */
export function usePaletteGroups(words: string): readonly PaletteGroup[] {
  const needle = words.trim().toLowerCase()
  const fits = ({ label }: PaletteItem) =>
    needle.split(/\s+/).every((word) => label.toLowerCase().includes(word))
  return [
    { label: 'Recent', items: useRecent().filter(fits) },
    { label: 'Pages', items: usePages().filter(fits) },
    { label: 'Switch company', items: useSwitches().filter(fits) },
    { label: 'Actions', items: useActions().filter(fits) },
    // They come a moment later, so they come last: nothing moves under the pointer.
    { label: 'Companies', items: useCompanies(needle, fits) },
  ].filter(({ items }) => items.length > 0)
}

/** Where the viewer has been lately, for the company that they work for now. */
function useRecent(): PaletteItem[] {
  const router = useRouter()
  const client = useQueryClient()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return useRecentPlaces(useCompany(), path).map((place) => {
    const did = decodeURIComponent(/^\/network\/vasps\/([^/]+)$/.exec(place.path)?.[1] ?? '')
    const known = client.getQueriesData<PublicVasp>({ queryKey: keyOf(api.vasp.get, { did }) })
    const name = known.find(([, vasp]) => vasp)?.[1]?.name
    return {
      id: `recent:${place.path}`,
      label: name ?? place.title,
      icon: History,
      ...(did && { detail: did }),
      run: () => router.history.push(place.path),
    }
  })
}

function usePages(): PaletteItem[] {
  const router = useRouter()
  return usePlaces().map(({ to, label, icon, key }) => ({
    id: `page:${to}`,
    label,
    icon,
    ...(key && { keys: `g ${key}` }),
    run: () => void router.navigate({ to }),
  }))
}

function useCompanies(words: string, fits: (item: PaletteItem) => boolean): PaletteItem[] {
  const router = useRouter()
  const member = useCan(api.vasp.list).allowed
  const reviewer = useReviewer()
  const reviews = member && reviewer !== null && /^review\s+\S/.test(words)
  const q = reviews ? words.replace(/^review\s+/, '') : words
  const query = {
    q,
    per_page: 6,
    listingType: 'all' as const,
    ...(member && reviewer && { reviewedByVaspDID: reviewer }),
  }
  type List = Call<
    { query: typeof query },
    { vasps: readonly (PublicVasp & Partial<Pick<Vasp, 'review'>>)[] }
  >
  const list: List = member ? api.vasp.list : api.public.listVasps
  const { data, isPlaceholderData } = useOperation(
    list,
    { query },
    { enabled: words.length > 1, placeholderData: keepPreviousData },
  )
  if (words.length < 2) return []
  const found = (data?.vasps ?? []).map(({ did, name, jurisdictions, review }) => ({
    id: `company:${did}`,
    label: reviews ? `Review ${name}` : name,
    detail: [
      jurisdictions?.slice(0, 3).map(countryName).join(', '),
      review && reviewLabels[review.reviewValue],
      did,
    ]
      .filter(Boolean)
      .join(' · '),
    icon: reviews ? ClipboardCheck : Building2,
    run: () =>
      void router.navigate({
        to: '/network/vasps/$did',
        params: { did },
        search: reviews ? { act: 'review' } : {},
      }),
  }))
  // Enter must never open what was found for other words.
  return isPlaceholderData ? found.filter(fits) : found
}

function useSwitches(): PaletteItem[] {
  const signedIn = isSignedIn(useViewer())
  const active = useCompany()
  const choose = useSwitchCompany()
  const { data } = useQuery({ ...userVaspListQuery, enabled: signedIn })
  return (data?.loginable ?? [])
    .filter(({ did }) => did !== active)
    .map(({ did, name }) => ({
      id: `switch:${did}`,
      label: `Switch to ${name}`,
      icon: Building2,
      run: () => choose(did),
    }))
}

/** What is done on a page, in the words of somebody who wants to do it. */
const verbs = [
  { to: '/team', label: 'Invite a colleague' },
  { to: '/developers/webhooks', label: 'Add endpoint' },
  { to: '/developers/credentials', label: 'Rotate credential' },
  { to: '/network/counterparties', label: 'Review counterparties', goesTo: '/network/reviews' },
] as const

function useActions(): PaletteItem[] {
  const router = useRouter()
  const here = usePlaces()
  const signedIn = isSignedIn(useViewer())
  const { theme, zone, density } = useAppearance()
  const themes = [
    { choice: 'light', label: 'Light theme', icon: Sun },
    { choice: 'dark', label: 'Dark theme', icon: Moon },
    { choice: 'system', label: 'Match system theme', icon: SunMoon },
  ] as const
  const otherZone = zone === 'utc' ? 'local' : 'utc'
  const otherDensity = density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...verbs.flatMap(({ to, label, ...verb }) => {
      const place = here.find((one) => one.to === to)
      if (!place) return []
      const goesTo = 'goesTo' in verb ? verb.goesTo : to
      const run = () => void router.navigate({ to: goesTo })
      return [{ id: `verb:${label}`, label, icon: place.icon, run }]
    }),
    ...themes
      .filter(({ choice }) => choice !== theme)
      .map(({ choice, label, icon }) => ({
        id: `theme:${choice}`,
        label,
        icon,
        run: () => setAppearance({ theme: choice }),
      })),
    {
      id: 'zone',
      label: otherZone === 'utc' ? 'Show times in UTC' : 'Show times in local time',
      icon: Clock,
      run: () => setAppearance({ zone: otherZone }),
    },
    {
      id: 'density',
      label: otherDensity === 'compact' ? 'Compact rows' : 'Comfortable rows',
      icon: Rows3,
      run: () => setAppearance({ density: otherDensity }),
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: '?',
      run: () => layer.set('help'),
    },
    {
      id: 'privacy',
      label: 'Privacy choices',
      icon: Cookie,
      run: () => askingAboutCookies.set(true),
    },
    signedIn
      ? { id: 'log-out', label: 'Sign out', icon: LogOut, run: logOut }
      : {
          id: 'sign-in',
          label: 'Sign in',
          icon: LogIn,
          run: () => void router.navigate({ to: '/auth' }),
        },
  ]
}
