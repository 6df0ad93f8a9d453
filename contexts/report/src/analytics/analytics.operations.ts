import { analytics as contract } from '@countersign/contracts/report'
import { fail } from '@countersign/kit/errors'
import { handlers } from '../handlers.ts'
import { embedUrl } from './embed.ts'

/** How long an address is good for. */
const goodForSeconds = 600

/** Dashboards of the deployer's own Metabase. */
export const analytics = handlers(contract, {
  dashboards: ({ deps: { metabase } }) => ({ dashboards: Object.keys(metabase?.dashboards ?? {}) }),
  embed: ({ deps: { metabase }, at }, { body }) => {
    if (!metabase) throw fail('not_configured', 'Embedded analytics aren’t set up')
    const dashboard = Object.hasOwn(metabase.dashboards, body.dashboard)
      ? metabase.dashboards[body.dashboard]
      : undefined
    if (!dashboard) throw fail('not_found', 'No such dashboard')
    const { did: company, params = {}, theme = 'light' } = body
    const from = Math.floor(at.getTime() / 1000)
    const until = from + goodForSeconds
    return {
      iframeUrl: embedUrl(metabase, dashboard, { company, params, theme, from, until }),
      expiresAt: new Date(until * 1000).toISOString(),
    }
  },
})
