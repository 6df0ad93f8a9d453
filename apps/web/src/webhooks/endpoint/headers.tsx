import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { LoadError, refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { useOpen, useService, useServiceOperation } from '../service.tsx'

/** What is sent to an endpoint beside our own headers; what opens doors there is shown by name alone. */
export function Headers({ endpointId }: { endpointId: string }) {
  const [adding, setAdding] = useState(false)
  const manages = useService().can('ManageEndpoint')
  const open = useOpen()
  const queryClient = useQueryClient()
  const { data, error, retry } = useServiceOperation((service) => service.endpoint.getHeaders, {
    endpoint_id: endpointId,
  })
  const patch = async (headers: Record<string, string | null>) => {
    const { appId, service } = open()
    await service.endpoint.patchHeaders({
      app_id: appId,
      endpoint_id: endpointId,
      body: { headers },
    })
    await refresh(queryClient, service.endpoint.getHeaders)
  }
  if (error) return <LoadError error={error} onRetry={retry} />
  if (!data) return null
  const shown = [
    ...Object.entries(data.headers),
    ...data.sensitive.map((name) => [name, '••••••'] as const),
  ]
  return (
    <Panel
      title={t('Headers')}
      description={t('Sent with every message, for example for your gateway.')}
      actions={
        manages && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t('Add header')}
          </Button>
        )
      }
    >
      {shown.length === 0 && <p className="text-muted">{t('No custom headers.')}</p>}
      <ul className="flex flex-col gap-2">
        {shown.map(([name, value]) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 font-mono text-xs wrap-anywhere">
              {name}: {value}
            </span>
            {manages && (
              <Button icon={X} onClick={() => void patch({ [name]: null }).catch(toasts.error)}>
                {t('Remove')}
                <span className="sr-only"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {adding && <AddHeader onClose={() => setAdding(false)} onAdd={patch} />}
    </Panel>
  )
}

interface AddHeaderProps {
  onClose: () => void
  onAdd: (headers: Record<string, string>) => Promise<void>
}

function AddHeader({ onClose, onAdd }: AddHeaderProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string>()
  const add = async () => {
    const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())
    setWrong(isName ? undefined : t('Enter a header’s name, such as X-Gateway-Key'))
    if (!isName) return false
    await onAdd({ [name.trim()]: value.trim() })
    return true
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={t('Add header')}
      submit={t('Add header')}
      onSubmit={add}
    >
      <TextField
        label={t('Name')}
        name="name"
        mono
        value={name}
        error={wrong}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('Value')}
        name="value"
        mono
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </FormDialog>
  )
}
