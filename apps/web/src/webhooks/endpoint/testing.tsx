import type { EndpointOut, MessageAttemptOut } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { t } from '../../ui/language.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { DeliveryStatus } from '../attempt/index.ts'
import { Go } from '../places.tsx'
import { type Portal, useOpen, useService, useServiceOperation } from '../service.tsx'
import { answerOf, causeOf } from './cause.rules.ts'

/** An event that every service has. */
const ping = 'svix.ping'
const pingText = JSON.stringify({ type: ping, message: 'Example' }, null, 2)

/** Sends an example of an event to one endpoint, and shows what comes of it. */
export function Testing({ endpoint: { id, disabled } }: { endpoint: EndpointOut }) {
  const [type, setType] = useState(ping)
  const [text, setText] = useState(pingText)
  const { can } = useService()
  const open = useOpen()
  const types = useServiceOperation((service) => service.eventType.list, { query: { limit: 250 } })
  const payload = payloadOf(text)
  const choose = useChange(async (name: string) => {
    setType(name)
    setText(name === ping ? pingText : await exampleOf(open().service, name))
  })
  const send = useChange(
    () => {
      const { appId, service } = open()
      const body = { eventType: type, payload: payload ?? {} }
      return service.message.testAttempt({ app_id: appId, endpoint_id: id, body })
    },
    { showsFailure: true },
  )
  if (!can('CreateAttempts'))
    return <p className="text-muted">{t('This link doesn’t let you send examples.')}</p>
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title={t('Send an example')}
        description={t('A signed message with sample data is sent once, to this endpoint only.')}
        footer={
          <Button
            variant="primary"
            pending={send.isPending}
            disabledReason={
              disabled
                ? t('Enable the endpoint first')
                : payload
                  ? undefined
                  : t('Enter a JSON object first')
            }
            onClick={() => send.mutate()}
          >
            {t('Send example')}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <SelectField
            label={t('Event')}
            options={[ping, ...(types.data?.data ?? []).map(({ name }) => name)].map((name) => ({
              value: name,
              label: name,
            }))}
            value={type}
            onChange={({ target }) => choose.mutate(target.value)}
          />
          <TextArea
            label={t('Payload')}
            name="payload"
            mono
            rows={8}
            value={text}
            error={payload ? undefined : t('Enter a JSON object')}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      </Panel>
      <div aria-live="polite" className="min-w-0">
        {send.error && <Failure error={send.error} title={t('Not sent')} />}
        {send.data && !send.error && <Result attempt={send.data} />}
      </div>
    </div>
  )
}

function Result({ attempt }: { attempt: MessageAttemptOut }) {
  const { status, msgId, responseStatusCode: statusCode, response } = attempt
  return (
    <Panel title={t('Result')}>
      <p className="flex flex-wrap items-center gap-2">
        <DeliveryStatus status={status} />
        {status === 0
          ? t('Response {code}', { code: String(statusCode) })
          : t('{answer}: {cause}', {
              answer: answerOf({ statusCode, response }),
              cause: causeOf({ statusCode, response }),
            })}
        <span className="text-sm text-muted">
          {t('in {ms} ms', { ms: attempt.responseDurationMs })}
        </span>
      </p>
      <p className="my-2 text-sm">
        <Go place={{ to: 'message', id: msgId }} className={linkClass}>
          {t('Open the message')}
        </Go>
      </p>
      {statusCode > 0 && response && <CodeBlock label={t('Response')} code={response} wrap />}
    </Panel>
  )
}

/** An example that fits the newest schema of an event. */
async function exampleOf(service: Portal['service'], name: string): Promise<string> {
  const { schemas } = await service.eventType.get({ event_type_name: name })
  const newest = Object.keys(schemas ?? {}).toSorted((a, b) => Number(b) - Number(a))[0]
  const schema = newest === undefined ? undefined : schemas?.[newest]
  const made = schema && (await service.eventType.generateExample({ body: { schema } })).example
  return JSON.stringify(made ?? { type: name }, null, 2)
}

/** The object that a text is; undefined for anything else. */
function payloadOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
