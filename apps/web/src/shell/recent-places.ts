import { store } from '../browser/index.ts'

/** Somewhere that was looked at, as the palette offers it again. */
export interface RecentPlace {
  path: string
  title: string
  /** The company that the viewer worked for then; null for a visitor. */
  company: string | null
}

const most = 6

/** Where this page has been since it was loaded, newest first. Nothing of it is stored. */
const places = store<readonly RecentPlace[]>([])

/** Remembers a place, once. */
export function visited(place: RecentPlace): void {
  const others = places.get().filter((one) => one.path !== place.path)
  places.set([place, ...others].slice(0, most * 2))
}

/** The places that were visited for this company, without the one that is open. */
export function useRecentPlaces(company: string | null, path: string): readonly RecentPlace[] {
  return places
    .use()
    .filter((one) => one.company === company && one.path !== path)
    .slice(0, most)
}
