import { vi } from 'vitest'

/** A storage that forgets with the test. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/**
 * What a page has and Node has not. Import what reads it only after this; `vi.unstubAllGlobals` ends it.
 * @param answer what the server answers to a call
 * @returns the storages, the calls that were made, and where the page was sent to
 */
export function stubPage(answer: (url: string, init: RequestInit) => unknown = () => ({})) {
  const page = {
    ...{ local: storage(), session: storage() },
    calls: [] as { url: string; body: unknown }[],
    places: [] as string[],
  }
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', page.local)
  vi.stubGlobal('sessionStorage', page.session)
  vi.stubGlobal('location', { assign: (place: string) => page.places.push(place) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    page.calls.push({ url, body: init.body ? JSON.parse(String(init.body)) : undefined })
    return Response.json(answer(url, init))
  })
  return page
}

/** Draws nothing; calls hooks as a component may. */
export function Caller({ call }: { call: () => void }): null {
  call()
  return null
}
