import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'

/** Erases what the webhook service has kept of a company's messages. */
export function ErasePayloads({ did, name }: { did: string; name: string }) {
  const [asking, setAsking] = useState(false)
  const erase = useChange(() => api.webhookNetwork.erasePayloads({ body: { did } }), {
    says: 'Payloads are being erased',
    showsFailure: true,
  })
  return (
    <Panel
      title="Webhook messages"
      description="Payloads are kept until their retention ends. Erase them now if they contain something that must not be kept."
    >
      <Button onClick={() => setAsking(true)}>Erase payloads</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Erase all webhook payloads of ${name}?`}
        confirmLabel="Erase payloads"
        typedName={name}
        onConfirm={() => erase.mutateAsync()}
      >
        Its messages and attempts stay listed without their payloads, and can no longer be sent or
        resent. The company sees this in its activity.
      </ConfirmDialog>
    </Panel>
  )
}
