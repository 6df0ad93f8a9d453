import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadError, refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Section } from '../../ui/page/section.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { AttemptTable } from '../attempt/index.ts'
import { Go, usePlaces } from '../places.tsx'
import { useOpen, useService, useServiceOperation } from '../service.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { Headers } from './headers.tsx'
import { FailingNotice, useFailing } from './health.tsx'
import { Secret } from './secret.tsx'
import { SendExample } from './send-example.tsx'
import { EndpointState } from './state.tsx'
import { Transformation } from './transformation.tsx'

/** One endpoint: its settings, its signing secret, and what was sent to it. */
export function Endpoint({ endpointId }: { endpointId: string }) {
  const [asking, setAsking] = useState<'delete' | 'edit' | 'example' | null>(null)
  const { can } = useService()
  const manages = can('ManageEndpoint')
  const failing = useFailing().get(endpointId)
  const close = () => setAsking(null)
  const { data, error, retry } = useServiceOperation((service) => service.endpoint.get, {
    endpoint_id: endpointId,
  })
  const change = useEndpointChange(endpointId)
  return (
    <>
      <PageHeader
        above={
          <Go place={{ to: 'endpoints' }} className={linkClass}>
            Webhooks
          </Go>
        }
        title={data?.url ?? 'Endpoint'}
        description={data?.description}
        meta={
          <>
            <CopyText value={endpointId} label="endpoint ID" />
            {data && <EndpointState endpoint={data} failing={failing} />}
          </>
        }
        actions={
          data && (
            <>
              {can('CreateAttempts') && !data.disabled && (
                <Button icon={Send} onClick={() => setAsking('example')}>
                  Send example
                </Button>
              )}
              {manages && (
                <>
                  <Button icon={Pencil} onClick={() => setAsking('edit')}>
                    Edit
                  </Button>
                  <Button icon={Trash2} onClick={() => setAsking('delete')}>
                    Delete
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading endpoint" />}
      {data && (
        <>
          {failing && <FailingNotice failing={failing} onFix={() => setAsking('edit')} />}
          <Panel title="Settings">
            <div className="flex flex-col gap-4">
              {manages && (
                <Switch
                  label="Enabled"
                  hint="While off, nothing is sent here or kept for later."
                  checked={!data.disabled}
                  onChange={(event) => change.patch(!event.target.checked)}
                />
              )}
              <DescriptionList
                facts={[
                  { term: 'Signing secret', value: <Secret endpointId={endpointId} /> },
                  { term: 'Events', value: data.filterTypes?.join(', ') ?? 'All' },
                  {
                    term: 'Messages a second, at most',
                    value: data.rateLimit ?? 'No limit',
                  },
                  { term: 'Created', value: <Time value={data.createdAt} /> },
                ]}
              />
            </div>
          </Panel>
          <div className="mt-4 flex flex-col gap-4">
            <Headers endpointId={endpointId} />
            <Transformation endpointId={endpointId} />
          </div>
          <Section title="Attempts" description="Newest first; updates every few seconds.">
            <AttemptTable endpointId={endpointId} />
          </Section>
        </>
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title="Delete this endpoint?"
        confirmLabel="Delete endpoint"
        typedName={data?.url}
        onConfirm={change.remove}
      >
        Nothing more is sent to it, including pending retries.
      </ConfirmDialog>
      {asking === 'edit' && data && <EndpointForm endpoint={data} onClose={close} />}
      {asking === 'example' && <SendExample endpointId={endpointId} onClose={close} />}
    </>
  )
}

function useEndpointChange(endpointId: string) {
  const open = useOpen()
  const queryClient = useQueryClient()
  const { go } = usePlaces()
  const patch = useChange(
    (disabled: boolean) => {
      const { appId, service } = open()
      return service.endpoint.patch({ app_id: appId, endpoint_id: endpointId, body: { disabled } })
    },
    {
      says: ({ disabled }) => (disabled ? 'Endpoint disabled' : 'Endpoint enabled'),
      onSuccess: () => refresh(queryClient, open().service.endpoint.get),
    },
  )
  return {
    patch: patch.mutate,
    remove: async () => {
      const { appId, service } = open()
      await service.endpoint.delete({ app_id: appId, endpoint_id: endpointId })
      toasts.success('Endpoint deleted')
      go({ to: 'endpoints' })
    },
  }
}
