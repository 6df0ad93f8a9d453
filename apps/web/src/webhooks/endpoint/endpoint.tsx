import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { LoadError } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { soon } from '../../ui/overlay/soon.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { useFailing } from '../failing.ts'
import { type EndpointTab, endpointTabs, Go, useSearch } from '../places.tsx'
import { useService, useServiceOperation } from '../service.tsx'
import { Overview } from './overview.tsx'
import { EndpointState } from './state.tsx'
import { useEndpointChange } from './use-endpoint-change.ts'

// What is seen on request comes on request.
const Advanced = lazy(() => import('./advanced.tsx').then((parts) => ({ default: parts.Advanced })))
const Advice = lazy(() => import('./advice.tsx').then((parts) => ({ default: parts.Advice })))
const EndpointForm = soon(() =>
  import('./endpoint-form.tsx').then((parts) => ({ default: parts.EndpointForm })),
)
const FailingNotice = lazy(() =>
  import('./health.tsx').then((parts) => ({ default: parts.FailingNotice })),
)
const Testing = lazy(() => import('./testing.tsx').then((parts) => ({ default: parts.Testing })))

/** One endpoint: its settings, its signing secret, and what was sent to it. */
export function Endpoint({ endpointId }: { endpointId: string }) {
  const [asking, setAsking] = useState<'delete' | 'edit' | null>(null)
  /** Of an endpoint that was just saved: since when it had failed, if it had. */
  const [saved, setSaved] = useState<{ failedSince: string | undefined; at: string } | null>(null)
  const [search, change] = useSearch()
  const tab = endpointTabs.find((one) => one === search.get('tab')) ?? 'overview'
  const { can } = useService()
  const failing = useFailing().get(endpointId)
  const close = () => setAsking(null)
  const { data, error, retry } = useServiceOperation((service) => service.endpoint.get, {
    endpoint_id: endpointId,
  })
  const changes = useEndpointChange(endpointId)
  const fix = () => setAsking('edit')
  return (
    <>
      <PageHeader
        above={
          <Go place={{ to: 'endpoints' }} className={linkClass}>
            {t('Webhooks')}
          </Go>
        }
        title={data?.url ?? t('Endpoint')}
        description={data?.description}
        meta={
          <>
            <CopyText value={endpointId} label={t('endpoint ID')} />
            {data && <EndpointState endpoint={data} failing={failing} />}
          </>
        }
        actions={
          data &&
          can('ManageEndpoint') && (
            <>
              <Button icon={Pencil} onClick={fix}>
                {t('Edit')}
              </Button>
              <Button icon={Trash2} onClick={() => setAsking('delete')}>
                {t('Delete')}
              </Button>
            </>
          )
        }
      />
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <SkeletonPanels panels={1} label={t('Loading endpoint')} />}
      <Suspense>
        {saved && data && (
          <Advice
            key={saved.at}
            endpointId={endpointId}
            url={data.url}
            failedSince={saved.failedSince}
            onFix={fix}
            onClose={() => setSaved(null)}
          />
        )}
        {data && failing && !saved && <FailingNotice failing={failing} onFix={fix} />}
      </Suspense>
      {data && (
        <Tabs<EndpointTab>
          label={t('Endpoint')}
          value={tab}
          onChange={(next) => change({ tab: next === 'overview' ? null : next })}
          items={[
            {
              value: 'overview',
              label: t('Overview'),
              content: <Overview endpoint={data} onDisable={changes.patch} />,
            },
            {
              value: 'testing',
              label: t('Testing'),
              content: (
                <Suspense fallback={<SkeletonPanels panels={1} />}>
                  <Testing endpoint={data} />
                </Suspense>
              ),
            },
            {
              value: 'advanced',
              label: t('Advanced'),
              content: (
                <Suspense fallback={<SkeletonPanels panels={1} />}>
                  <Advanced endpointId={endpointId} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title={t('Delete this endpoint?')}
        confirmLabel={t('Delete endpoint')}
        typedName={data?.url}
        onConfirm={changes.remove}
      >
        {t('Nothing more is sent to it, including pending retries.')}
      </ConfirmDialog>
      <Suspense>
        {asking === 'edit' && data && (
          <EndpointForm
            endpoint={data}
            onClose={close}
            onSaved={({ disabled, updatedAt }) => {
              if (!disabled && can('CreateAttempts'))
                setSaved({ failedSince: failing?.since, at: updatedAt })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
