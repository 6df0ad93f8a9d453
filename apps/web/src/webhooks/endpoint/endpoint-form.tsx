import type { EndpointOut } from '@countersign/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { PickManyField } from '../../ui/form/pick-many-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { t } from '../../ui/language.ts'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { refusedFields } from '../refused.rules.ts'
import { useOpen, useService, useServiceOperation } from '../service.tsx'

/** Props of {@link EndpointForm}. */
export interface EndpointFormProps {
  /** The endpoint to change; a new one when absent. */
  endpoint?: EndpointOut
  onClose: () => void
  /** Told what was saved, before the dialog closes. */
  onSaved: (endpoint: EndpointOut) => void
}

/** Asks for the address of an endpoint, and what is sent there. */
export function EndpointForm({ endpoint, onClose, onSaved }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [types, setTypes] = useState<readonly string[]>(endpoint?.filterTypes ?? [])
  const [rate, setRate] = useState(endpoint?.rateLimit ? String(endpoint.rateLimit) : '')
  const [ordered, setOrdered] = useState(endpoint?.ordered ?? false)
  const [uid, setUid] = useState(endpoint?.uid ?? '')
  const [channels, setChannels] = useState(endpoint?.channels?.join(', ') ?? '')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const open = useOpen()
  const queryClient = useQueryClient()
  const { demo } = useService()
  const known = useServiceOperation((service) => service.eventType.list, { query: { limit: 250 } })
  const session = useServiceOperation((service) => service.portal.session, {})
  const { enableChannels: hasChannels, customStringsOverride: words } = session.data?.settings ?? {}
  const submit = endpoint ? t('Save') : t('Add endpoint')

  const save = async () => {
    const found = mistakes(url.trim(), rate.trim())
    setWrong(found)
    if (Object.keys(found).length > 0) return false
    const { service, appId } = open()
    const body = {
      url: url.trim(),
      description: description.trim(),
      filterTypes: types.length > 0 ? [...types] : null,
      rateLimit: rate.trim() ? Number(rate) : null,
      ordered,
      uid: uid.trim() || null,
      ...(hasChannels && { channels: listOf(channels) }),
    }
    // The demo’s receiver verifies with a secret of its own; other endpoints get a new one.
    const secret = demo?.url === body.url ? demo.secret : undefined
    try {
      const saved = endpoint
        ? await service.endpoint.patch({ app_id: appId, endpoint_id: endpoint.id, body })
        : await service.endpoint.create({
            app_id: appId,
            body: { ...body, ...(secret && { secret }) },
          })
      void refresh(queryClient, service.endpoint.list, service.endpoint.get)
      toasts.success(
        endpoint ? t('Endpoint saved') : t('Endpoint added: {url}', { url: saved.url }),
      )
      onSaved(saved)
      return true
    } catch (failure) {
      const fields = refusedFields(failure)
      if (Object.keys(fields).length === 0) throw failure
      setWrong(fields)
      return false
    }
  }
  return (
    <FormDialog
      onOpenChange={onClose}
      title={endpoint ? t('Edit endpoint') : t('Add endpoint')}
      description={t('Events of your company are sent here as signed POST requests.')}
      submit={submit}
      onSubmit={save}
    >
      <TextField
        label={t('Address')}
        name="url"
        inputMode="url"
        placeholder={'https://'}
        mono
        value={url}
        error={wrong.url}
        onChange={(event) => setUrl(event.target.value)}
      />
      {demo && !endpoint && (
        <Notice
          tone="info"
          action={<Button onClick={() => setUrl(demo.url)}>{t('Use demo receiver')}</Button>}
        >
          {t(
            'No server available? This demo has a receiver that shows what arrives and whether its signature is valid.',
          )}
        </Notice>
      )}
      <TextField
        label={t('Description')}
        name="description"
        optional
        value={description}
        error={wrong.description}
        onChange={(event) => setDescription(event.target.value)}
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
        error={wrong.filterTypes}
        onChange={setTypes}
      />
      <TextField
        label={t('Maximum messages per second')}
        name="rate"
        inputMode="numeric"
        optional
        value={rate}
        error={wrong.rateLimit}
        onChange={(event) => setRate(event.target.value)}
      />
      <Checkbox
        label={t('Keep the order')}
        hint={t(
          'Messages with the same ordering key arrive one at a time. One that fails holds back those behind it.',
        )}
        checked={ordered}
        onChange={({ target }) => setOrdered(target.checked)}
      />
      {hasChannels && (
        <TextField
          label={words?.channelsMany ?? t('Channels')}
          name="channels"
          hint={
            words?.channelsHelp ??
            t('Separated by commas. If left blank, messages from all channels are sent.')
          }
          optional
          value={channels}
          error={wrong.channels}
          onChange={(event) => setChannels(event.target.value)}
        />
      )}
      <TextField
        label={t('Your own ID')}
        name="uid"
        hint={t('Your programs can use it to refer to this endpoint.')}
        optional
        mono
        value={uid}
        error={wrong.uid}
        onChange={(event) => setUid(event.target.value)}
      />
    </FormDialog>
  )
}

/** The channels of a text; nothing stands for all. */
function listOf(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter(Boolean)
  return names.length > 0 ? [...new Set(names)] : null
}

/** What can be told without asking the service. */
function mistakes(url: string, rate: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (!/^https?:\/\/\S+$/.test(url))
    found.url = t('Enter an address that begins with https:// or http://')
  if (rate && !/^[1-9]\d{0,4}$/.test(rate)) found.rateLimit = t('Enter a whole number of 1 or more')
  return found
}
