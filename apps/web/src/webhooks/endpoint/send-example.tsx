import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { usePlaces } from '../places.tsx'
import { useOpen, useServiceOperation } from '../service.tsx'

/** An event that every service has. */
const ping = 'svix.ping'

/** Sends an example of an event to one endpoint, and shows what comes of it. */
export function SendExample({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [type, setType] = useState(ping)
  const open = useOpen()
  const { go } = usePlaces()
  const { data } = useServiceOperation((service) => service.eventType.list, {
    query: { limit: 250 },
  })
  const send = async () => {
    const { appId, service } = open()
    const { id } = await service.endpoint.sendExample({
      app_id: appId,
      endpoint_id: endpointId,
      body: { eventType: type },
    })
    go({ to: 'message', id })
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Send an example"
      description="Your server gets a signed message with made-up data, and you see its answer."
      submit="Send example"
      onSubmit={send}
    >
      <SelectField
        label="Event"
        options={[ping, ...(data?.data ?? []).map(({ name }) => name)].map((name) => ({
          value: name,
          label: name,
        }))}
        value={type}
        onChange={(event) => setType(event.target.value)}
      />
    </FormDialog>
  )
}
