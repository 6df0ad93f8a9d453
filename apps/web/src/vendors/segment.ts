import type { Analytics as Settings } from '@countersign/contracts/site'
import { AnalyticsBrowser } from '@segment/analytics-next'
import { clearAnalyticsCookies } from '../privacy/index.ts'
import type { Analytics, PageFacts } from './vendor.ts'

/** Segment. It keeps its id in a cookie: local storage holds only what the specification lists. */
export function start({ writeKey, url }: Settings): Analytics {
  const { protocol, host } = new URL(url)
  const analytics = AnalyticsBrowser.load(
    {
      writeKey,
      // With its settings at hand it asks no other host for them.
      cdnSettings: {
        integrations: {
          'Segment.io': {
            apiKey: writeKey,
            apiHost: `${host}/v1`,
            protocol: protocol === 'http:' ? 'http' : 'https',
          },
        },
      },
    },
    { storage: { stores: ['cookie', 'memory'] } },
  )
  let current: PageFacts = { title: '', route: '' }
  let stopped = false
  // What it would read from the page itself names the company in the title and the address.
  const page = () => ({
    path: current.route,
    url: location.origin + current.route,
    title: current.title,
    referrer: '',
    search: '',
  })
  void analytics.addSourceMiddleware(({ payload, next }) => {
    payload.obj.context = { ...payload.obj.context, page: page() }
    next(payload)
  })
  return {
    page: (facts) => {
      stopped = false
      current = facts
      analytics.page(undefined, facts.title, page()).catch(() => undefined)
    },
    stop: () => {
      if (stopped) return
      stopped = true
      Promise.resolve(analytics.reset())
        .catch(() => undefined)
        .finally(clearAnalyticsCookies)
    },
  }
}
