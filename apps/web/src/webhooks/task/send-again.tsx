import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../query/index.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { msg, numberText, t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { useOpen, useServiceOperation } from '../service.tsx'

const hour = 3_600_000
const longestMs = 14 * 24 * hour
const periods = [
  ['5h', msg('The last 5 hours'), 5 * hour],
  ['1d', msg('The last 24 hours'), 24 * hour],
  ['7d', msg('The last week'), 168 * hour],
  ['14d', msg('The last two weeks'), longestMs],
  ['custom', msg('Since a time of your choice'), 0],
] as const
type Period = (typeof periods)[number][0]

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
  const [now] = useState(() => Date.now())
  const [period, setPeriod] = useState<Period>('5h')
  const [custom, setCustom] = useState('')
  const open = useOpen()
  const queryClient = useQueryClient()
  const ms = periods.find(([value]) => value === period)?.[2] ?? 0
  const from = period === 'custom' ? Date.parse(custom) : now - ms
  const problem = problemOf(from, now)
  const since = problem ? '' : new Date(from).toISOString()
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
          ? t('Sends what this endpoint failed to take once more.')
          : t('Sends what this endpoint would have received, had it been there.')
      }
      submit={submit}
      disabledReason={
        problem ?? (count?.count === 0 ? t('There is nothing to send in this period') : undefined)
      }
      onSubmit={send}
    >
      <SelectField
        label={t('Messages of')}
        options={periods.map(([value, label]) => ({ value, label: t(label) }))}
        value={period}
        onChange={({ target }) =>
          setPeriod(periods.find(([value]) => value === target.value)?.[0] ?? '5h')
        }
      />
      {period === 'custom' && (
        <TextField
          type="datetime-local"
          label={t('Since')}
          hint={t('At most 14 days ago.')}
          value={custom}
          error={custom ? problem : undefined}
          onChange={({ target }) => setCustom(target.value)}
        />
      )}
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

function problemOf(from: number, now: number): string | undefined {
  if (Number.isNaN(from)) return t('Enter a date and time')
  if (from > now) return t('Enter a time in the past')
  return now - from > longestMs + 60_000 ? t('Enter a time of the last 14 days') : undefined
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
