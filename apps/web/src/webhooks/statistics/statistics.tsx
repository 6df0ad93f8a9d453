import type { AttemptStatistics } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { LoadError } from '../../query/index.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { msg, numberText, t } from '../../ui/language.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { BarChart } from '../../ui/value/bar-chart.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { dayOf, timeOfDay } from '../../ui/value/time-format.ts'
import { useTimeZone } from '../../ui/value/time-zone.ts'
import { useSearch } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { type Bucket, bucketsOf, sumOf } from './buckets.rules.ts'
import { Durations } from './durations.tsx'

const day = 86_400_000
const periods = [
  ['1d', msg('Last 24 hours'), day],
  ['7d', msg('Last 7 days'), 7 * day],
  ['30d', msg('Last 30 days'), 30 * day],
  ['90d', msg('Last 90 days'), 90 * day],
] as const

/** Attempts over time, of all endpoints or of one. */
export function Statistics() {
  const [search, change] = useSearch()
  const period = periods.find(([value]) => value === search.get('period')) ?? periods[1]
  const endpointId = search.get('endpoint') ?? ''
  const [now] = useState(() => Math.floor(Date.now() / 300_000) * 300_000 + 300_000)
  const query = {
    startDate: new Date(now - period[2]).toISOString(),
    endDate: new Date(now).toISOString(),
  }
  const endpoints = useServiceOperation((service) => service.endpoint.list, {
    query: { limit: 250 },
  })
  const all = useServiceOperation(
    (service) => service.statistics.appAttempts,
    { query },
    { enabled: endpointId === '' },
  )
  const one = useServiceOperation(
    (service) => service.statistics.endpointAttempts,
    { endpoint_id: endpointId, query },
    { enabled: endpointId !== '' },
  )
  const { data, error, retry } = endpointId ? one : all
  return (
    <>
      <PageHeader title={t('Statistics')} description={t('Attempts to deliver, over time.')} />
      <div className="mb-4 flex flex-wrap gap-3">
        <SelectField
          label={t('Period')}
          className="w-44"
          options={periods.map(([value, label]) => ({ value, label: t(label) }))}
          value={period[0]}
          onChange={({ target }) => change({ period: target.value })}
        />
        <SelectField
          label={t('Endpoint')}
          className="w-full max-w-96"
          options={[
            { value: '', label: t('All endpoints') },
            ...(endpoints.data?.data ?? []).map(({ id, url }) => ({ value: id, label: url })),
          ]}
          value={endpointId}
          onChange={({ target }) => change({ endpoint: target.value || null })}
        />
      </div>
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <SkeletonPanels panels={1} label={t('Loading statistics')} />}
      {data && <Attempts data={data} />}
      {endpointId && data && <Durations endpointId={endpointId} />}
    </>
  )
}

function Attempts({ data }: { data: AttemptStatistics }) {
  const timeZone = useTimeZone()
  const buckets = bucketsOf(data)
  const { delivered, failed } = sumOf(buckets)
  if (delivered + failed === 0)
    return (
      <Panel>
        <EmptyState kind="nothing" title={t('No attempts in this period')}>
          {t('Choose a longer period, or come back after the first event.')}
        </EmptyState>
      </Panel>
    )
  const isDays = data.period === 'OneDay'
  // A day begins and ends in UTC, whatever the viewer's zone.
  const nameOf = (start: string) =>
    isDays ? dayOf(new Date(start), 'UTC') : timeOfDay(new Date(start), timeZone)
  const series = [
    { key: 'delivered', name: t('Delivered'), color: 'var(--success)' },
    { key: 'failed', name: t('Failed'), color: 'var(--danger)' },
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Panel title={t('In all')}>
          <DescriptionList
            facts={[
              { term: t('Delivered'), value: numberText(delivered) },
              { term: t('Failed'), value: numberText(failed) },
              {
                term: t('Delivered of all'),
                value: `${Math.floor((100 * delivered) / (delivered + failed))}%`,
              },
            ]}
          />
        </Panel>
        <Panel
          title={t('Attempts over time')}
          description={isDays ? t('By day, in UTC.') : t('By hour.')}
        >
          <BarChart
            label={t('Attempts over time, delivered and failed')}
            rows={buckets.map(({ start, ...counts }) => ({ label: start, ...counts }))}
            series={series}
            format={nameOf}
          />
        </Panel>
      </div>
      <DataTable
        caption={t('Attempts over time')}
        columns={columnsOf(nameOf)}
        rows={buckets.filter((one) => one.delivered + one.failed > 0).toReversed()}
        keyOf={({ start }) => start}
        empty={null}
      />
    </div>
  )
}

const columnsOf = (nameOf: (start: string) => string): Column<Bucket>[] => [
  { id: 'start', header: t('From'), cell: ({ start }) => nameOf(start) },
  {
    id: 'delivered',
    header: t('Delivered'),
    align: 'end',
    cell: ({ delivered }) => numberText(delivered),
  },
  { id: 'failed', header: t('Failed'), align: 'end', cell: ({ failed }) => numberText(failed) },
]
