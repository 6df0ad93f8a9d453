import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
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
    toasts.success('Signing secret rotated')
    // What is on the screen must not be the old one.
    if (reveal.data) reveal.mutate()
  }
  if (!can('ViewEndpointSecret')) return <span className="text-muted">Hidden by this link</span>
  return (
    <div className="flex flex-wrap items-center gap-2">
      {reveal.data ? (
        <CopyText value={reveal.data.key} label="signing secret" whole />
      ) : (
        <Button icon={Eye} pending={reveal.isPending} onClick={() => reveal.mutate()}>
          Show<span className="sr-only"> the signing secret</span>
        </Button>
      )}
      {can('ManageEndpointSecret') && (
        <Button icon={RefreshCw} onClick={() => setRotating(true)}>
          Rotate<span className="sr-only"> the signing secret</span>
        </Button>
      )}
      <ConfirmDialog
        open={rotating}
        onOpenChange={setRotating}
        title="Rotate the signing secret?"
        confirmLabel="Rotate secret"
        harmless
        onConfirm={rotate}
      >
        Messages are signed with the old secret and the new one for 24 hours. Put the new one into
        your server before then.
      </ConfirmDialog>
    </div>
  )
}
