import { type ListenerEvent, ListenerIn, type WebhookListener } from '@countersign/contracts/trust'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { Button } from '../ui/button.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'

const words: Readonly<Record<ListenerEvent, string>> = {
  'endpoint.created': 'Endpoint added',
  'endpoint.updated': 'Endpoint changed',
  'endpoint.deleted': 'Endpoint deleted',
  'endpoint.disabled': 'Endpoint disabled',
  'message.attempt.failing': 'Message failing',
  'message.attempt.exhausted': 'Retries exhausted',
  'message.attempt.recovered': 'Message delivered after failing',
}
const names = Object.keys(words) as ListenerEvent[]
const noEvents: string[] = []
const isEvent = (name: string): name is ListenerEvent => Object.hasOwn(words, name)

/** The events that an address receives. */
export const listenerWords = (eventTypes: readonly string[] | null): string =>
  eventTypes?.map((name) => (isEvent(name) ? words[name] : name)).join(', ') ?? 'All'

/** Asks for an address and its events. */
export function AddListener({ onClose }: { onClose: () => void }) {
  const form = useContractForm(ListenerIn, {
    defaults: { url: '', description: '', eventTypes: noEvents },
    body: ({ url, description, eventTypes }) => ({
      url,
      description,
      eventTypes: eventTypes[0] ? eventTypes.filter(isEvent) : undefined,
    }),
    send: (body) => api.webhookNetwork.addListener({ body }),
    says: 'Address added',
    invalidates: [api.webhookNetwork.listeners],
  })
  const { eventTypes } = form.values
  return (
    <FormDialog
      title="Add an address"
      description="Messages are signed. To verify them, copy the address’s secret once it is added."
      submit="Add address"
      onOpenChange={(open) => open || onClose()}
      onSubmit={form.submit}
    >
      <TextField
        label="Address"
        type="url"
        required
        maxLength={2048}
        placeholder="https://…"
        {...form.field('url')}
      />
      <TextField label="Description" optional maxLength={500} {...form.field('description')} />
      <PickManyField
        label="Events"
        chosenLabel="Chosen events"
        placeholder={eventTypes[0] ? 'Add another' : 'All events'}
        optional
        options={names.map((name) => ({ value: name, label: words[name], detail: name }))}
        values={eventTypes}
        onChange={(chosen) => form.set('eventTypes', [...chosen])}
      />
    </FormDialog>
  )
}

/** Shows and rotates the secret of an address, and removes it. */
export function ListenerActions({ listener: { id, url } }: { listener: WebhookListener }) {
  const [asking, setAsking] = useState<'rotate' | 'remove' | null>(null)
  const [secret, setSecret] = useState('')
  const at = { listenerId: id }
  const show = useChange(() => api.webhookNetwork.showSecret(at), {
    onSuccess: (shown) => setSecret(shown.secret),
  })
  const rotate = useChange(() => api.webhookNetwork.rotateSecret(at), {
    says: 'Secret rotated',
    showsFailure: true,
    onSuccess: (fresh) => setSecret(fresh.secret),
  })
  const remove = useChange(() => api.webhookNetwork.removeListener(at), {
    says: 'Address removed',
    showsFailure: true,
    invalidates: [api.webhookNetwork.listeners],
  })
  const close = () => setAsking(null)
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {secret ? (
        <CopyText value={secret} label="secret" whole />
      ) : (
        <Button icon={Eye} pending={show.isPending} onClick={() => show.mutate()}>
          Show secret
        </Button>
      )}
      <Button onClick={() => setAsking('rotate')}>Rotate</Button>
      <Button onClick={() => setAsking('remove')}>Remove</Button>
      <ConfirmDialog
        open={asking === 'rotate'}
        onOpenChange={close}
        title={`Rotate the secret of ${url}?`}
        confirmLabel="Rotate"
        harmless
        onConfirm={() => rotate.mutateAsync()}
      >
        Messages are signed with the old secret and the new one for 24 hours.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={`Remove ${url}?`}
        confirmLabel="Remove"
        onConfirm={() => remove.mutateAsync()}
      >
        It gets no more endpoint events. Those still waiting aren’t sent.
      </ConfirmDialog>
    </div>
  )
}
