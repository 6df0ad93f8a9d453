import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../query/index.ts'
import { numberText, t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { useOpen, useServiceOperation } from '../service.tsx'
import { usePeriod } from './period.tsx'

/** What to send again. */
export type Which = 'recover' | 'replay'

/** Asks for the time since when failed or missing messages are to be sent, and says how many they are. */
export function SendAgain({
  endpointId,
  which,
  onClose,
}: {
  endpointId: string
  which: Which
  onClose: () => void
}) {
  const { since, problem, fields } = usePeriod()
  const open = useOpen()
  const queryClient = useQueryClient()
  const count = useCount(endpointId, which, since)
  const words =
    count &&
    t('{count, plural, one {# message} other {# messages}}', {
      count: count.count,
    })
  const submit = which === 'recover' ? t('Recover') : t('Replay')
  const send = async () => {
    const { appId, service } = open()
    const input = { app_id: appId, endpoint_id: endpointId, body: { since } }
    await service.endpoint[which](input)
    toasts.success(t('Started. Progress is shown below and under Activity.'))
    await refresh(queryClient, service.portal.tasks, service.endpoint.getStats)
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={which === 'recover' ? t('Recover failed messages') : t('Replay missing messages')}
      description={
        which === 'recover'
          ? t('Resends what this endpoint failed to accept.')
          : t('Sends what this endpoint would have received if it had existed.')
      }
      submit={submit}
      disabledReason={
        problem ?? (count?.count === 0 ? t('There’s nothing to send in this period') : undefined)
      }
      onSubmit={send}
    >
      {fields}
      <p aria-live="polite" className="text-sm text-muted">
        {problem ? '' : countWords(count, words)}
      </p>
    </FormDialog>
  )
}

function countWords(
  count: { readonly count: number; readonly isWhole: boolean } | undefined,
  words: string | undefined,
): string {
  if (!count || words === undefined) return t('Counting…')
  if (count.count >= 10_000)
    return t('{count} or more will be sent.', { count: numberText(10_000) })
  return count.isWhole
    ? t('{messages} will be sent.', { messages: words })
    : t('At least {messages} will be sent.', { messages: words })
}

/** How many messages that will be, before anything is sent. */
function useCount(endpointId: string, which: Which, since: string) {
  const query = { since }
  const failed = useServiceOperation(
    (service) => service.endpoint.getStats,
    { endpoint_id: endpointId, query },
    { enabled: since !== '' && which === 'recover' },
  )
  const missing = useServiceOperation(
    (service) => service.portal.missing,
    { endpoint_id: endpointId, query },
    { enabled: since !== '' && which === 'replay' },
  )
  if (which === 'replay') return missing.data
  return failed.data && { count: failed.data.recoverable, isWhole: true }
}
