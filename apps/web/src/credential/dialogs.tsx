import { type Credential, credential } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { api, keyOf, refresh } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Brings the page's list up to date after a change. */
export function useChanged(did: string) {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, keyOf(api.credential.list, { vaspDid: did }))
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
  const form = useContractForm(credential.create.body, {
    defaults: { name: '', limited: false },
    body: (values) => values,
    send: (body) => api.credential.create({ vaspDid: did, body }),
    invalidates: [keyOf(api.credential.list, { vaspDid: did })],
    onSuccess: ({ clientId, clientSecret }) =>
      clientSecret ? onCreated(clientId, clientSecret) : onClose(),
  })
  const { name, limited } = form.values
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Create credential"
      description="Create one credential per service, so you can rotate or delete it separately. Your company’s admins are notified by email."
      submit="Create credential"
      disabledReason={name ? undefined : 'Enter a name first'}
      // The secret is shown in the place of this dialog.
      onSubmit={async () => (await form.submit()) && false}
    >
      <NameField {...form.field('name')} />
      <Checkbox
        label="Limited"
        {...form.field('limited')}
        hint="Can create and list transfers and list companies, but sees no personal data. Use it for a service that only submits transfers."
      />
      <p className="text-sm text-muted">
        {limited
          ? 'Everything else is denied.'
          : 'With full rights it can do what a developer can, and decide on transfers. It can never open encrypted personal data or change users, settings or credentials.'}
      </p>
    </FormDialog>
  )
}

const NameField = (field: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label="Name"
    hint="The service that uses it, such as Payment gateway"
    maxLength={60}
    {...field}
  />
)

/** Asks for another name. */
export function RenameCredential({
  did,
  credential: known,
  onClose,
}: {
  did: string
  credential: Credential
  onClose: () => void
}) {
  const form = useContractForm(credential.rename.body, {
    defaults: { name: known.name },
    body: (values) => values,
    send: (body) =>
      api.credential.rename({ vaspDid: did, query: { clientid: known.clientId }, body }),
    invalidates: [keyOf(api.credential.list, { vaspDid: did })],
    says: 'Credential renamed',
  })
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Rename credential"
      submit="Rename credential"
      disabledReason={form.values.name ? undefined : 'Enter a name first'}
      onSubmit={form.submit}
    >
      <NameField {...form.field('name')} />
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
  const { clientId, name } = credential
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Rotate secret"
      description={`“${name}” gets a new secret. Its tokens expire now; the service requests new ones automatically.`}
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
        The old secret works for another 24 hours, so you can switch without downtime.
      </p>
      <Checkbox
        label="The old secret leaked: revoke it now"
        checked={leaked}
        onChange={(event) => setLeaked(event.target.checked)}
        hint="The service is locked out until it has the new one."
      />
    </FormDialog>
  )
}

/** Asks for the name, since every service with this credential stops. */
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
  const { clientId, name, actsFor } = credential
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete credential “${name}”?`}
      confirmLabel="Delete credential"
      typedName={name}
      onConfirm={async () => {
        await api.credential.delete({ vaspDid: did, query: { clientid: clientId } })
        await changed()
        toasts.success('Credential deleted')
      }}
    >
      Services that use it lose access immediately, including with existing tokens.
      {actsFor.length > 0 &&
        ` It can no longer act for ${actsFor.map((one) => one.name ?? one.did).join(', ')}.`}
    </ConfirmDialog>
  )
}
