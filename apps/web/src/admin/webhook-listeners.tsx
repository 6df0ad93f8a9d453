import type { ListenerEvent, WebhookListener } from '@countersign/contracts/trust'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
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
const isEvent = (name: string): name is ListenerEvent => Object.hasOwn(words, name)

/** The events that an address receives. */
export const listenerWords = (eventTypes: readonly string[] | null): string =>
  eventTypes?.map((name) => (isEvent(name) ? words[name] : name)).join(', ') ?? 'All'

/** Asks for an address and its events. */
export function AddListener({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const eventTypes = chosen.filter(isEvent)
  const add = useChange(
    () =>
      api.webhookNetwork.addListener({
        body: { url: url.trim(), description, ...(eventTypes.length > 0 && { eventTypes }) },
      }),
    { says: 'Address added', showsFailure: true, invalidates: [api.webhookNetwork.listeners] },
  )
  return (
    <FormDialog
      title="Add an address"
      description="Messages are signed. To verify them, copy the address’s secret once it is added."
      submit="Add address"
      disabledReason={URL.canParse(url.trim()) ? undefined : 'Enter an address such as https://…'}
      onOpenChange={(open) => open || onClose()}
      onSubmit={() => add.mutateAsync()}
    >
      <TextField
        label="Address"
        type="url"
        maxLength={2048}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField
        label="Description"
        optional
        maxLength={500}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <PickManyField
        label="Events"
        chosenLabel="Chosen events"
        placeholder={chosen.length > 0 ? 'Add another' : 'All events'}
        optional
        options={names.map((name) => ({ value: name, label: words[name], detail: name }))}
        values={chosen}
        onChange={setChosen}
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
