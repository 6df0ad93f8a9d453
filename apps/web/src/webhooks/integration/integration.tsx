import type { IntegrationOut } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { DescriptionList } from '../../ui/value/description-list.tsx'
import { Time } from '../../ui/value/time.tsx'
import { useOpen } from '../service.tsx'

/** One integration, with its key for those who may have it. */
export function Integration({
  integration: { id, name, createdAt },
  hasAll,
}: {
  integration: IntegrationOut
  hasAll: boolean
}) {
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null)
  const open = useOpen()
  const queryClient = useQueryClient()
  const at = () => {
    const { appId, service } = open()
    return { service: service.integration, path: { app_id: appId, integ_id: id } }
  }
  const show = useChange(() => {
    const { service, path } = at()
    return service.getKey(path)
  })
  const rotate = async () => {
    const { service, path } = at()
    await service.rotateKey(path)
    toasts.success(t('Key rotated'))
    if (show.data) show.mutate()
  }
  const remove = async () => {
    const { service, path } = at()
    await service.delete(path)
    toasts.success(t('Integration deleted'))
    await refresh(queryClient, service.list)
  }
  return (
    <Panel
      title={name}
      actions={
        hasAll && (
          <Button icon={Trash2} onClick={() => setAsking('delete')}>
            {t('Delete')}
            <span className="sr-only"> {name}</span>
          </Button>
        )
      }
    >
      <DescriptionList
        facts={[
          { term: t('Created'), value: <Time value={createdAt} /> },
          {
            term: t('Key'),
            value: hasAll ? (
              <div className="flex flex-wrap items-center gap-2">
                {show.data ? (
                  <CopyText value={show.data.key} label={t('key')} whole />
                ) : (
                  <Button icon={Eye} pending={show.isPending} onClick={() => show.mutate()}>
                    {t('Show')}
                    <span className="sr-only"> {t('the key of {name}', { name })}</span>
                  </Button>
                )}
                <Button icon={RefreshCw} onClick={() => setAsking('rotate')}>
                  {t('Rotate')}
                  <span className="sr-only"> {t('the key of {name}', { name })}</span>
                </Button>
              </div>
            ) : (
              <span className="text-muted">{t('Hidden by this link')}</span>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={asking === 'rotate'}
        onOpenChange={() => setAsking(null)}
        title={t('Rotate the key of {name}?', { name })}
        confirmLabel={t('Rotate key')}
        onConfirm={rotate}
      >
        {t('The old key stops working immediately.')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={t('Delete {name}?', { name })}
        confirmLabel={t('Delete integration')}
        typedName={name}
        onConfirm={remove}
      >
        {t('Its key stops working immediately.')}
      </ConfirmDialog>
    </Panel>
  )
}
