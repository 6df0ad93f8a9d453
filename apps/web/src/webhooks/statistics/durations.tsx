import { t } from '../../ui/language.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { useServiceOperation } from '../service.tsx'
import { percentile } from './buckets.rules.ts'

const classes = [200, 300, 400, 500, 0] as const

/** How fast an endpoint answers, and with what; by its last attempts, for the service counts neither. */
export function Durations({ endpointId }: { endpointId: string }) {
  const { data } = useServiceOperation((service) => service.messageAttempt.listByEndpoint, {
    endpoint_id: endpointId,
    query: { limit: 250, with_content: 'false' },
  })
  const attempts = data?.data ?? []
  if (attempts.length === 0) return null
  const took = attempts.map(({ responseDurationMs }) => responseDurationMs)
  const classOf = (code: number) => Math.floor(code / 100) * 100
  return (
    <div className="mt-4">
      <Panel
        title={t('Responses')}
        description={t(
          '{count, plural, one {Of the last attempt.} other {Of the last # attempts.}}',
          { count: attempts.length },
        )}
      >
        <DescriptionList
          facts={[
            { term: t('Half answer within'), value: `${percentile(took, 0.5)} ms` },
            { term: t('95% answer within'), value: `${percentile(took, 0.95)} ms` },
            ...classes.map((one) => ({
              term: one === 0 ? t('No response') : t('{from} to {to}', { from: one, to: one + 99 }),
              value: attempts.filter(({ responseStatusCode: code }) => classOf(code) === one)
                .length,
            })),
          ]}
        />
      </Panel>
    </div>
  )
}
