import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Eye, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '../../api/index.ts'
import { LoadError, NotForYou } from '../../page/index.ts'
import { useCan } from '../../session/index.ts'
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
import { portalPermission, usePortal, usePortalOperation } from '../portal.ts'
import { EndpointState } from './endpoints.tsx'

const route = getRouteApi('/signed-in/developers/webhooks/endpoints/$endpointId')

/** One endpoint: its settings, its signing secret, and what was sent to it. */
export function EndpointPage() {
  const { allowed } = useCan(portalPermission)
  return allowed ? <Endpoint /> : <NotForYou permission={portalPermission} />
}

function Endpoint() {
  const { endpointId } = route.useParams()
  const [deleting, setDeleting] = useState(false)
  const { data, error, retry } = usePortalOperation((service) => service.endpoint.get, {
    endpoint_id: endpointId,
  })
  const change = useEndpointChange(endpointId)
  const above = (
    <Link to="/developers/webhooks" className={linkClass}>
      Webhooks
    </Link>
  )
  return (
    <>
      <PageHeader
        above={above}
        title={data?.url ?? 'Endpoint'}
        description={data?.description}
        meta={
          <>
            <CopyText value={endpointId} label="endpoint ID" />
            {data && <EndpointState endpoint={data} />}
          </>
        }
        actions={
          data && (
            <Button icon={Trash2} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading endpoint" />}
      {data && (
        <>
          <Panel title="Settings">
            <div className="flex flex-col gap-4">
              <Switch
                label="Enabled"
                hint="While off, nothing is sent here or kept for later."
                checked={!data.disabled}
                onChange={(event) => change.patch(!event.target.checked)}
              />
              <DescriptionList
                facts={[
                  { term: 'Signing secret', value: <Secret endpointId={endpointId} /> },
                  { term: 'Events', value: data.filterTypes?.join(', ') ?? 'All' },
                  { term: 'Created', value: <Time value={data.createdAt} /> },
                ]}
              />
            </div>
          </Panel>
          <Section title="Attempts" description="Newest first; updates every few seconds.">
            <AttemptTable endpointId={endpointId} />
          </Section>
        </>
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this endpoint?"
        confirmLabel="Delete endpoint"
        typedName={data?.url}
        onConfirm={change.remove}
      >
        Nothing more is sent to it, including pending retries.
      </ConfirmDialog>
    </>
  )
}

function useEndpointChange(endpointId: string) {
  const portal = usePortal()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const ids = () => {
    if (!portal.data) throw new Error('The webhook service isn’t available yet')
    return { app_id: portal.data.appId, endpoint_id: endpointId, service: portal.data.service }
  }
  const patch = useMutation({
    mutationFn: (disabled: boolean) => {
      const { service, ...path } = ids()
      return service.endpoint.patch({ ...path, body: { disabled } })
    },
    onSuccess: ({ disabled }) => {
      toasts.success(disabled ? 'Endpoint disabled' : 'Endpoint enabled')
      return portal.data && refresh(queryClient, portal.data.service.endpoint.get)
    },
    onError: (failure) => toasts.error(failure),
  })
  return {
    patch: patch.mutate,
    remove: async () => {
      const { service, ...path } = ids()
      await service.endpoint.delete(path)
      toasts.success('Endpoint deleted')
      await navigate({ to: '/developers/webhooks' })
    },
  }
}

/** The secret is fetched only on request. */
function Secret({ endpointId }: { endpointId: string }) {
  const portal = usePortal()
  const reveal = useMutation({
    mutationFn: async () => {
      if (!portal.data) throw new Error('The webhook service isn’t available yet')
      const { appId, service } = portal.data
      return service.endpoint.getSecret({ app_id: appId, endpoint_id: endpointId })
    },
    onError: (failure) => toasts.error(failure),
  })
  if (reveal.data) return <CopyText value={reveal.data.key} label="signing secret" whole />
  return (
    <Button icon={Eye} pending={reveal.isPending} onClick={() => reveal.mutate()}>
      Show<span className="sr-only"> the signing secret</span>
    </Button>
  )
}
