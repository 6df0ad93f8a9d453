import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { TopCounterparties } from './counterparties.tsx'
import { Diligence } from './diligence.tsx'
import { Embedded } from './embedded.tsx'
import { Decisions, Responses } from './responses.tsx'
import { type Range, rangeOf, ranges } from './search.ts'
import { Volume } from './volume.tsx'

const route = getRouteApi('/signed-in/analytics')

/** What a company’s transfers and its due diligence add up to over time. */
export function Analytics() {
  const did = useCompany()
  const views = useCan(api.tx.statistics)
  if (!did || !views.allowed) return <NotForYou call={api.tx.statistics} />
  return <Page key={did} did={did} />
}

function Page({ did }: { did: string }) {
  const { days, compare = false } = route.useSearch()
  const navigate = route.useNavigate()
  const [today] = useState(() => Date.now())
  const embeds = useCan(api.analytics.dashboards).allowed
  const range = rangeOf(days, today)
  const past = rangeOf(days, today, true)
  return (
    <>
      <PageHeader
        title="Analytics"
        description="Your transfers and due diligence in figures. Days and months are in UTC."
      />
      <div className="mb-5 flex flex-wrap items-end gap-x-5 gap-y-3">
        <SelectField
          label="Period"
          className="w-48"
          options={ranges}
          value={String(days ?? 30)}
          onChange={({ target }) =>
            void navigate({
              search: (before) => ({
                ...before,
                days: chosen(target.value),
              }),
              replace: true,
            })
          }
        />
        <Checkbox
          label="Compare with the previous period"
          checked={compare}
          onChange={({ target }) =>
            void navigate({
              search: (before) => ({ ...before, compare: target.checked || undefined }),
              replace: true,
            })
          }
        />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Transfers did={did} range={range} past={past} compare={compare} />
        <Answers did={did} range={range} past={past} compare={compare} />
        <Partners did={did} range={range} past={past} compare={compare} />
      </div>
      {embeds && (
        <div className="mt-5 flex flex-col gap-5">
          <Embedded did={did} range={range} />
        </div>
      )}
    </>
  )
}

/** The days of a range that stand in the address; none for the usual one. */
const chosen = (value: string) => (value === '91' ? 91 : value === '365' ? 365 : undefined)

type PartProps = { did: string; range: Range; past: Range; compare: boolean }

const Waiting = ({ title }: { title: string }) => (
  <Panel title={title}>
    <SkeletonLines lines={8} label={`Loading ${title}`} />
  </Panel>
)

function Transfers({ did: vaspDID, range, past, compare }: PartProps) {
  const { data, error, refetch } = useOperation(api.tx.statistics, { query: { vaspDID, ...range } })
  const before = useOperation(
    api.tx.statistics,
    { query: { vaspDID, ...past } },
    { enabled: compare },
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting title="Transfer volume" />
  return (
    <Volume
      rows={data.rows}
      range={range}
      currency={data.currency}
      before={compare ? before.data?.rows : undefined}
    />
  )
}

function Answers({ did: vaspDID, range, past, compare }: PartProps) {
  const { data, error, refetch } = useOperation(api.tx.outcomes, { query: { vaspDID, ...range } })
  const earlier = useOperation(
    api.tx.outcomes,
    { query: { vaspDID, ...past } },
    { enabled: compare },
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting title="Response time" />
  const before = compare ? earlier.data : undefined
  return (
    <>
      <Responses data={data} range={range} before={before} />
      <Decisions data={data} before={before} />
    </>
  )
}

function Partners({ did, range, past, compare }: PartProps) {
  const diligence = useOperation(api.review.statistics, { did, query: range })
  const top = useOperation(api.tx.statisticsCounterparties, {
    query: { vaspDID: did, ...range },
  })
  const earlier = {
    diligence: useOperation(api.review.statistics, { did, query: past }, { enabled: compare }),
    top: useOperation(
      api.tx.statisticsCounterparties,
      { query: { vaspDID: did, ...past } },
      { enabled: compare },
    ),
  }
  const failed = diligence.error ?? top.error
  if (failed)
    return (
      <LoadError
        error={failed}
        onRetry={() => void Promise.all([diligence.refetch(), top.refetch()])}
      />
    )
  return (
    <>
      {diligence.data ? (
        <Diligence
          data={diligence.data}
          range={range}
          before={compare ? earlier.diligence.data : undefined}
        />
      ) : (
        <Waiting title="Due diligence" />
      )}
      {top.data ? (
        <TopCounterparties
          rows={top.data.rows}
          before={compare ? earlier.top.data?.rows : undefined}
        />
      ) : (
        <Waiting title="Top counterparties" />
      )}
    </>
  )
}
