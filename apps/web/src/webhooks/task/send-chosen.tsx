import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../query/index.ts'
import { PickManyField } from '../../ui/form/pick-many-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { msg, t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { useOpen, useServiceOperation } from '../service.tsx'
import { usePeriod } from './period.tsx'

const outcomes = [
  ['', msg('All outcomes'), {}],
  ['0', msg('Delivered'), { status: 0 }],
  ['2', msg('Failed'), { status: 2 }],
  ['200', msg('200 to 299'), { statusCodeClass: 200 }],
  ['300', msg('300 to 399'), { statusCodeClass: 300 }],
  ['400', msg('400 to 499'), { statusCodeClass: 400 }],
  ['500', msg('500 to 599'), { statusCodeClass: 500 }],
  ['none', msg('No response'), { statusCodeClass: 0 }],
] as const

/** Asks which of an endpoint’s messages are to be sent there once more, delivered ones too. */
export function SendChosen({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const { since, problem, fields } = usePeriod()
  const [types, setTypes] = useState<readonly string[]>([])
  const [outcome, setOutcome] = useState('')
  const known = useServiceOperation((service) => service.eventType.list, { query: { limit: 250 } })
  const open = useOpen()
  const queryClient = useQueryClient()
  const send = async () => {
    const { appId, service } = open()
    const chosen = outcomes.find(([value]) => value === outcome)?.[2]
    await service.endpoint.bulkReplay({
      app_id: appId,
      endpoint_id: endpointId,
      body: { since, eventTypes: types.length > 0 ? [...types] : null, ...chosen },
    })
    toasts.success(t('Started. Progress is shown below and under Activity.'))
    await refresh(queryClient, service.portal.tasks, service.endpoint.getStats)
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={t('Send messages again')}
      description={t(
        'Resends what this endpoint has received, including delivered messages. Your server must expect duplicates.',
      )}
      submit={t('Send again')}
      disabledReason={problem}
      onSubmit={send}
    >
      {fields}
      <PickManyField
        label={t('Events')}
        chosenLabel={t('Chosen events')}
        placeholder={types.length > 0 ? t('Add another') : t('All events')}
        optional
        options={(known.data?.data ?? []).map(({ name, description: detail }) => ({
          value: name,
          label: name,
          detail,
        }))}
        values={types}
        onChange={setTypes}
      />
      <SelectField
        label={t('Last outcome')}
        options={outcomes.map(([value, label]) => ({ value, label: t(label) }))}
        value={outcome}
        onChange={({ target }) => setOutcome(target.value)}
      />
    </FormDialog>
  )
}
