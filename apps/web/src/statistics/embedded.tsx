import { useQuery } from '@tanstack/react-query'
import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import type { Range } from './search.ts'

/** An address is good for ten minutes; it is renewed a minute before, while the page is visible. */
const renewEveryMs = 9 * 60_000

/** The dashboards of the deployment’s own Metabase, if it has one. */
export function Embedded({ did, range }: { did: string; range: Range }) {
  const { data } = useOperation(api.analytics.dashboards, { query: { did } })
  return data?.dashboards.map((dashboard) => (
    <Dashboard key={dashboard} did={did} dashboard={dashboard} range={range} />
  ))
}

function Dashboard({ did, dashboard, range }: { did: string; dashboard: string; range: Range }) {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
  const { from, to } = range
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics.embed', did, dashboard, theme, from, to],
    queryFn: () => api.analytics.embed({ body: { did, dashboard, theme, params: { from, to } } }),
    refetchInterval: renewEveryMs,
    staleTime: renewEveryMs,
    gcTime: 0,
  })
  const title = `Dashboard: ${dashboard.replaceAll('-', ' ')}`
  return (
    <Panel title={title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={8} label={`Loading ${title}`} />}
      {data && (
        <iframe
          title={title}
          src={data.iframeUrl}
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
          className="h-[70dvh] w-full rounded-control border border-line"
        />
      )}
    </Panel>
  )
}
