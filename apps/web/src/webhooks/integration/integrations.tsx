import { ApiError } from '@countersign/kit/client'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadError, refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
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
import { useOpen, useService } from '../service.tsx'
import { Integration } from './integration.tsx'

/** Other software that works on these webhooks, each with a key of its own. */
export function Integrations() {
  const [adding, setAdding] = useState(false)
  const hasAll = useService().can('all')
  const { rows, error, retry, turn } = usePaged(
    (service) => service.integration.list,
    (from) => ({ query: { ...from, limit: 25 } }),
  )
  const isOff = error instanceof ApiError && error.status === 403
  const add = hasAll && rows && !isOff && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('Add integration')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Integrations')}
        description={t('Keys for other software that manages your webhooks.')}
        actions={add}
      />
      {isOff && (
        <Panel>
          <EmptyState kind="nothing" title={t('Integrations are switched off')}>
            {t('Your provider has switched integrations off.')}
          </EmptyState>
        </Panel>
      )}
      {!rows && !error && <SkeletonPanels panels={1} label={t('Loading integrations')} />}
      {error && !isOff && <LoadError error={error} onRetry={retry} />}
      {rows?.length === 0 && (
        <Panel>
          <EmptyState kind="nothing" title={t('No integrations yet')} action={add}>
            {t('Give each piece of software its own key, so that you can revoke it separately.')}
          </EmptyState>
        </Panel>
      )}
      <ul className="flex flex-col gap-3">
        {rows?.map((one) => (
          <li key={one.id}>
            <Integration integration={one} hasAll={hasAll} />
          </li>
        ))}
      </ul>
      {turn && <Pagination {...turn} />}
      {adding && <AddIntegration onClose={() => setAdding(false)} />}
    </>
  )
}

function AddIntegration({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const open = useOpen()
  const queryClient = useQueryClient()
  const add = async () => {
    setWrong(name.trim() ? undefined : t('Enter a name'))
    if (!name.trim()) return false
    const { appId, service } = open()
    await service.integration.create({ app_id: appId, body: { name: name.trim() } })
    toasts.success(t('Integration added'))
    await refresh(queryClient, service.integration.list)
    return true
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={t('Add integration')}
      submit={t('Add integration')}
      onSubmit={add}
    >
      <TextField
        label={t('Name')}
        name="name"
        value={name}
        error={wrong}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  )
}
