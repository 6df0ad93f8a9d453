import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { useOpen, useService } from '../service.tsx'

/** Asks for the address of a new endpoint; the demo offers its own receiver. */
export function NewEndpoint({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [wrong, setWrong] = useState<string>()
  const open = useOpen()
  const queryClient = useQueryClient()
  const { demo: receiver } = useService()
  const create = async () => {
    if (!/^https?:\/\/\S+$/.test(url.trim())) {
      setWrong('Enter an address that begins with https:// or http://')
      return false
    }
    setWrong(undefined)
    const { service, appId } = open()
    const endpoint = await service.endpoint.create({
      app_id: appId,
      body: {
        url: url.trim(),
        description: description.trim(),
        // The receiver verifies with a secret of its own; other endpoints get a new one.
        ...(receiver?.url === url.trim() && { secret: receiver.secret }),
      },
    })
    void refresh(queryClient, service.endpoint.list)
    toasts.success(`Endpoint added: ${endpoint.url}`)
    return true
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title="Add endpoint"
      description="Events of your company are sent here as signed POST requests."
      submit="Add endpoint"
      onSubmit={create}
    >
      <TextField
        label="Address"
        name="url"
        inputMode="url"
        placeholder="https://"
        mono
        value={url}
        error={wrong}
        onChange={(event) => setUrl(event.target.value)}
      />
      {receiver && (
        <Notice
          tone="info"
          action={<Button onClick={() => setUrl(receiver.url)}>Use demo receiver</Button>}
        >
          No server available? This demo has a receiver that shows what arrives and whether its
          signature is valid.
        </Notice>
      )}
      <TextField
        label="Description"
        name="description"
        optional
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  )
}
