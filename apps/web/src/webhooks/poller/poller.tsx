import type { PollerOut } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { Time } from '../../ui/value/time.tsx'
import { useOpen, useService } from '../service.tsx'

/** One polling endpoint: what it holds, its token, and how it is asked. */
export function Poller({ poller }: { poller: PollerOut }) {
  const { id, description, eventTypes, createdAt } = poller
  const name = description || id
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null)
  const { can, portal } = useService()
  const open = useOpen()
  const queryClient = useQueryClient()
  const at = () => {
    const { appId, service } = open()
    return { service, path: { app_id: appId, sink_id: id } }
  }
  const show = useChange(() => {
    const { service, path } = at()
    return service.authentication.getPollerToken(path)
  })
  const rotate = async () => {
    const { service, path } = at()
    await service.authentication.rotatePollerToken({ ...path, body: {} })
    toasts.success(t('Token rotated'))
    if (show.data) show.mutate()
  }
  const remove = async () => {
    const { service, path } = at()
    await service.pollingEndpoint.delete(path)
    toasts.success(t('Polling endpoint deleted'))
    await refresh(queryClient, service.pollingEndpoint.list)
  }
  return (
    <Panel
      title={name}
      actions={
        can('ManageEndpoint') && (
          <Button icon={Trash2} onClick={() => setAsking('delete')}>
            {t('Delete')}
            <span className="sr-only"> {name}</span>
          </Button>
        )
      }
    >
      <DescriptionList
        facts={[
          { term: t('ID'), value: <CopyText value={id} label={t('polling endpoint ID')} whole /> },
          { term: t('Events'), value: eventTypes?.join(', ') ?? t('All') },
          { term: t('Created'), value: <Time value={createdAt} /> },
          {
            term: t('Token'),
            value: can('ViewEndpointSecret') ? (
              <div className="flex flex-wrap items-center gap-2">
                {show.data ? (
                  <CopyText value={show.data.token} label={t('token')} whole />
                ) : (
                  <Button icon={Eye} pending={show.isPending} onClick={() => show.mutate()}>
                    {t('Show')}
                    <span className="sr-only"> {t('the token of {name}', { name })}</span>
                  </Button>
                )}
                {can('ManageEndpointSecret') && (
                  <Button icon={RefreshCw} onClick={() => setAsking('rotate')}>
                    {t('Rotate')}
                    <span className="sr-only"> {t('the token of {name}', { name })}</span>
                  </Button>
                )}
              </div>
            ) : (
              <span className="text-muted">{t('Hidden by this link')}</span>
            ),
          },
        ]}
      />
      {show.data && portal && (
        <div className="mt-4">
          <CodeBlock
            label={t('Read from the start')}
            wrap
            code={`curl -H 'Authorization: Bearer ${show.data.token}' \\\n  '${portal.serverUrl}/api/v1/app/${portal.appId}/poller/${id}'`}
          />
        </div>
      )}
      <ConfirmDialog
        open={asking === 'rotate'}
        onOpenChange={() => setAsking(null)}
        title={t('Rotate the token of {name}?', { name })}
        confirmLabel={t('Rotate token')}
        harmless
        onConfirm={rotate}
      >
        {t('The old token works for five more minutes.')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={t('Delete {name}?', { name })}
        confirmLabel={t('Delete polling endpoint')}
        typedName={name}
        onConfirm={remove}
      >
        {t('Its token stops working, and its messages can no longer be read.')}
      </ConfirmDialog>
    </Panel>
  )
}
