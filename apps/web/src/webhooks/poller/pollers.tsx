import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadError, refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { PickManyField } from '../../ui/form/pick-many-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { usePaged } from '../paged.ts'
import { useOpen, useService, useServiceOperation } from '../service.tsx'
import { Poller } from './poller.tsx'

/** Endpoints that are asked for their messages, for servers that can’t be called. */
export function Pollers() {
  const [adding, setAdding] = useState(false)
  const manages = useService().can('ManageEndpoint')
  const { rows, error, retry, turn } = usePaged(
    (service) => service.pollingEndpoint.list,
    (from) => ({ query: { ...from, limit: 25 } }),
  )
  const add = manages && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('Add polling endpoint')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Polling')}
        description={t(
          'For servers without a public address: they fetch their messages from here.',
        )}
        actions={add}
      />
      {error && <LoadError error={error} onRetry={retry} />}
      {!rows && !error && <SkeletonPanels panels={1} label={t('Loading polling endpoints')} />}
      {rows?.length === 0 && (
        <Panel>
          <EmptyState kind="nothing" title={t('No polling endpoints yet')} action={add}>
            {t('It holds each message sent after it’s added.')}
          </EmptyState>
        </Panel>
      )}
      <ul className="flex flex-col gap-3">
        {rows?.map((one) => (
          <li key={one.id}>
            <Poller poller={one} />
          </li>
        ))}
      </ul>
      {turn && <Pagination {...turn} />}
      {adding && <AddPoller onClose={() => setAdding(false)} />}
    </>
  )
}

function AddPoller({ onClose }: { onClose: () => void }) {
  const [description, setDescription] = useState('')
  const [types, setTypes] = useState<readonly string[]>([])
  const open = useOpen()
  const queryClient = useQueryClient()
  const known = useServiceOperation((service) => service.eventType.list, { query: { limit: 250 } })
  const add = async () => {
    const { appId, service } = open()
    await service.pollingEndpoint.create({
      app_id: appId,
      body: {
        description: description.trim(),
        eventTypes: types.length > 0 ? [...types] : null,
      },
    })
    toasts.success(t('Polling endpoint added'))
    await refresh(queryClient, service.pollingEndpoint.list)
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={t('Add polling endpoint')}
      submit={t('Add polling endpoint')}
      onSubmit={add}
    >
      <TextField
        label={t('Description')}
        name="description"
        optional
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <PickManyField
        label={t('Events')}
        chosenLabel={t('Chosen events')}
        placeholder={types.length > 0 ? t('Add another') : t('All events')}
        hint={t('If you choose none, all events are sent.')}
        optional
        options={(known.data?.data ?? []).map(({ name, description: detail }) => ({
          value: name,
          label: name,
          detail,
        }))}
        values={types}
        onChange={setTypes}
      />
    </FormDialog>
  )
}
