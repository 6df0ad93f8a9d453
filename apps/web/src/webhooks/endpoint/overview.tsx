import type { EndpointOut } from '@countersign/contracts/webhooks'
import { lazy, Suspense, useState } from 'react'
import { Switch } from '../../ui/form/switch.tsx'
import { numberText, t } from '../../ui/language.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { Section } from '../../ui/page/section.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { Time } from '../../ui/value/time.tsx'
import { useService, useServiceOperation } from '../service.tsx'
import { Secret } from './secret.tsx'

const AttemptTable = lazy(() =>
  import('../attempt/table.tsx').then((parts) => ({ default: parts.AttemptTable })),
)
const HeldKeys = lazy(() =>
  import('./held-keys.tsx').then((parts) => ({ default: parts.HeldKeys })),
)
const AgainSection = lazy(() =>
  import('../task/again-section.tsx').then((parts) => ({ default: parts.AgainSection })),
)

interface OverviewProps {
  endpoint: EndpointOut
  onDisable: (disabled: boolean) => void
}

/** An endpoint’s settings, figures and attempts. */
export function Overview({ endpoint, onDisable }: OverviewProps) {
  const { can } = useService()
  const session = useServiceOperation((service) => service.portal.session, {})
  const words = session.data?.settings.customStringsOverride
  const { id, disabled, filterTypes, channels, ordered, rateLimit, uid, createdAt } = endpoint
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Panel title={t('Settings')}>
          <div className="flex flex-col gap-4">
            {can('ManageEndpoint') && (
              <Switch
                label={t('Enabled')}
                hint={t('While off, nothing is sent here or kept for later.')}
                checked={!disabled}
                onChange={(event) => onDisable(!event.target.checked)}
              />
            )}
            <DescriptionList
              facts={[
                { term: t('Signing secret'), value: <Secret endpointId={id} /> },
                { term: t('Events'), value: filterTypes?.join(', ') ?? t('All') },
                ...(channels
                  ? [{ term: words?.channelsMany ?? t('Channels'), value: channels.join(', ') }]
                  : []),
                { term: t('Maximum messages per second'), value: rateLimit ?? t('No limit') },
                {
                  term: t('Order'),
                  value: ordered ? t('One at a time for each key') : t('Side by side'),
                },
                ...(uid ? [{ term: t('Your own ID'), value: uid }] : []),
                { term: t('Created'), value: <Time value={createdAt} /> },
              ]}
            />
          </div>
        </Panel>
        <Figures endpointId={id} />
      </div>
      <Suspense>
        <HeldKeys endpointId={id} />
      </Suspense>
      {can('CreateAttempts') && !disabled && (
        <Suspense>
          <AgainSection endpointId={id} />
        </Suspense>
      )}
      <Section title={t('Attempts')} description={t('Newest first; updates every few seconds.')}>
        <Suspense>
          <AttemptTable endpointId={id} />
        </Suspense>
      </Section>
    </>
  )
}

const days = [1, 7, 28] as const

/** How its messages fared. */
function Figures({ endpointId }: { endpointId: string }) {
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000)
  return (
    <Panel title={t('Messages')}>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-left text-muted text-xs sm:text-sm">
            <th className="py-1 font-normal">{t('Period')}</th>
            <th className="py-1 text-end font-normal">{t('Delivered')}</th>
            <th className="py-1 text-end font-normal">{t('Failed')}</th>
            <th className="py-1 text-end font-normal">{t('Sending')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((count) => (
            <Figure key={count} endpointId={endpointId} days={count} now={now} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function Figure({
  endpointId,
  days: count,
  now,
}: {
  endpointId: string
  days: number
  now: number
}) {
  const { data } = useServiceOperation(
    (service) => service.endpoint.getStats,
    {
      endpoint_id: endpointId,
      query: { since: new Date(now - count * 86_400_000 + 60_000).toISOString() },
    },
    { polls: 10_000 },
  )
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal">
        {count === 1
          ? t('Last 24 hours')
          : t('{count, plural, one {Last day} other {Last # days}}', { count })}
      </th>
      {[data?.success, data?.fail, data && data.sending + data.pending].map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
        <td key={at} className="py-1.5 text-end">
          {value === undefined ? '–' : numberText(value)}
        </td>
      ))}
    </tr>
  )
}
