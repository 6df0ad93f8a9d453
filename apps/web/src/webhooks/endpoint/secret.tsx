import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { useOpen, useService } from '../service.tsx'

/** What verifies the messages to an endpoint. It is fetched only on request. */
export function Secret({ endpointId }: { endpointId: string }) {
  const [rotating, setRotating] = useState(false)
  const { can } = useService()
  const open = useOpen()
  const path = () => {
    const { appId, service } = open()
    return { service, at: { app_id: appId, endpoint_id: endpointId } }
  }
  const reveal = useChange(() => {
    const { service, at } = path()
    return service.endpoint.getSecret(at)
  })
  const rotate = async () => {
    const { service, at } = path()
    await service.endpoint.rotateSecret({ ...at, body: {} })
    toasts.success(t('Signing secret rotated'))
    // What is on the screen must not be the old one.
    if (reveal.data) reveal.mutate()
  }
  if (!can('ViewEndpointSecret'))
    return <span className="text-muted">{t('Hidden by this link')}</span>
  return (
    <div className="flex flex-wrap items-center gap-2">
      {reveal.data ? (
        <CopyText value={reveal.data.key} label={t('signing secret')} whole />
      ) : (
        <Button icon={Eye} pending={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('Show')}
          <span className="sr-only"> {t('the signing secret')}</span>
        </Button>
      )}
      {can('ManageEndpointSecret') && (
        <Button icon={RefreshCw} onClick={() => setRotating(true)}>
          {t('Rotate')}
          <span className="sr-only"> {t('the signing secret')}</span>
        </Button>
      )}
      <ConfirmDialog
        open={rotating}
        onOpenChange={setRotating}
        title={t('Rotate the signing secret?')}
        confirmLabel={t('Rotate secret')}
        harmless
        onConfirm={rotate}
      >
        {t(
          'Messages are signed with the old secret and the new one for 24 hours. Put the new one into your server before then.',
        )}
      </ConfirmDialog>
    </div>
  )
}
