import type { Credential } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toasts } from '../ui/toasts.ts'

/** Brings the page's list up to date after a change. */
export function useChanged(did: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['credential.list', did] })
}

type Shown = (clientId: string, secret: string) => void

/** Asks what the new client may do. */
export function CreateCredential({
  did,
  onClose,
  onCreated,
}: {
  did: string
  onClose: () => void
  onCreated: Shown
}) {
  const [limited, setLimited] = useState(false)
  const changed = useChanged(did)
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Create credential"
      description="For one service, so that you can rotate or end it alone. The admins of your company get a mail."
      submit="Create credential"
      onSubmit={async () => {
        const { clientId, clientSecret } = await api.credential.create({
          vaspDid: did,
          body: { limited },
        })
        void changed()
        if (clientSecret) onCreated(clientId, clientSecret)
        // The secret is shown in the place of this dialog.
        return !clientSecret
      }}
    >
      <Checkbox
        label="Limited"
        checked={limited}
        onChange={(event) => setLimited(event.target.checked)}
        hint="May create and list transfers and list companies, and sees no personal data. Take it for a service that only hands transfers in."
      />
      <p className="text-sm text-muted">
        {limited
          ? 'Everything else is refused to it.'
          : 'Without the limit it may do what a developer may and decide on transfers. It never opens encrypted personal data, and never touches users, settings or credentials.'}
      </p>
    </FormDialog>
  )
}

/** Asks whether the old secret may live on for a day. */
export function RotateCredential({
  did,
  credential,
  onClose,
  onRotated,
}: {
  did: string
  credential: Credential
  onClose: () => void
  onRotated: Shown
}) {
  const [leaked, setLeaked] = useState(false)
  const changed = useChanged(did)
  const { clientId } = credential
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Rotate secret"
      description={`${clientId} gets a new secret. Its tokens end now; the service asks for another by itself.`}
      submit="Rotate secret"
      onSubmit={async () => {
        const query = { clientid: clientId, ...(leaked && { endOld: 'true' as const }) }
        const { clientSecret } = await api.credential.rotate({ vaspDid: did, query })
        void changed()
        if (clientSecret) onRotated(clientId, clientSecret)
        return !clientSecret
      }}
    >
      <p className="text-sm text-muted">
        The old secret stays good for 24 hours, so that you can change over without a gap.
      </p>
      <Checkbox
        label="The old secret leaked: end it now"
        checked={leaked}
        onChange={(event) => setLeaked(event.target.checked)}
        hint="The service is refused until it has the new one."
      />
    </FormDialog>
  )
}

/** Asks for the client id, since every service with this credential stops. */
export function DeleteCredential({
  did,
  credential,
  onClose,
}: {
  did: string
  credential: Credential
  onClose: () => void
}) {
  const changed = useChanged(did)
  const { clientId, actsFor } = credential
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this credential?"
      confirmLabel="Delete credential"
      typedName={clientId}
      onConfirm={async () => {
        await api.credential.delete({ vaspDid: did, query: { clientid: clientId } })
        await changed()
        toasts.success('Credential deleted')
      }}
    >
      Services that use it are refused from now on, with their tokens too.
      {actsFor.length > 0 &&
        ` It can no longer act for ${actsFor.map((one) => one.name ?? one.did).join(', ')}.`}
    </ConfirmDialog>
  )
}
