import { type MainPlace, mainPlaces, type Place } from '../webhooks/index.ts'

const base = '/portal'

/** The address of a screen. */
export function pathOf(place: Place): string {
  switch (place.to) {
    case 'endpoints':
      return `${base}/`
    case 'endpoint':
      return `${base}/endpoints/${encodeURIComponent(place.id)}`
    case 'message':
      return `${base}/messages/${encodeURIComponent(place.id)}`
    default:
      return `${base}/${place.to}`
  }
}

/** The screen at an address of ours; the first one for all that we don’t know. */
export function placeAt(path: string): Place {
  const [, kind, part = ''] = /^\/portal\/([\w-]+)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  const id = decoded(part)
  if (kind === 'endpoints' && id) return { to: 'endpoint', id }
  if (kind === 'messages' && id) return { to: 'message', id }
  const main: MainPlace | undefined = mainPlaces.find((one) => one === kind)
  return { to: main && !part ? main : 'endpoints' }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/**
 * The path that a link asks for, as `next` says it: `/endpoints/ep_1` or the same under `/portal`.
 * @returns undefined unless it leads to a path of this page
 */
export function nextOf(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next')
  if (!next || !/^\/(?![/\\])[\w./~-]*$/.test(next) || next.includes('..')) return undefined
  return next.startsWith(`${base}/`) ? next : base + next
}
