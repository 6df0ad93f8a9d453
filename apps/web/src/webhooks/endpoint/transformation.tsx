import type { TransformationSimulateOut } from '@countersign/contracts/webhooks'
import { ApiError } from '@countersign/kit/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError, refresh, useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { t } from '../../ui/language.ts'
import { toasts } from '../../ui/overlay/toasts.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { useOpen, useService, useServiceOperation } from '../service.tsx'
import { Templates } from './templates.tsx'
import { linesOf, variablesOf } from './variables.rules.ts'

const starter = `function handler(webhook) {
  return webhook
}
`
const example = `{
  "type": "vasp.updated"
}`

/** Code that changes messages before they are sent to an endpoint; nothing where the organisation has none. */
export function Transformation({ endpointId }: { endpointId: string }) {
  const { data, error, retry } = useServiceOperation(
    (service) => service.endpoint.getTransformation,
    { endpoint_id: endpointId },
  )
  if (error instanceof ApiError && error.status === 403) return null
  if (error) return <LoadError error={error} onRetry={retry} />
  return data ? <Editor key={data.code} endpointId={endpointId} kept={data} /> : null
}

interface EditorProps {
  endpointId: string
  kept: {
    readonly code: string | null
    readonly enabled: boolean
    readonly variables: Readonly<Record<string, string>> | null
  }
}

function Editor({ endpointId, kept }: EditorProps) {
  const [code, setCode] = useState(kept.code ?? starter)
  const [payload, setPayload] = useState(example)
  const [lines, setLines] = useState(linesOf(kept.variables ?? {}))
  const manages = useService().can('ManageTransformations')
  const open = useOpen()
  const queryClient = useQueryClient()
  const at = () => {
    const { appId, service } = open()
    return { service, path: { app_id: appId, endpoint_id: endpointId } }
  }
  const variables = () => {
    const found = variablesOf(lines)
    if (!found) throw new Error(t('Write each variable as NAME=value, on a line of its own'))
    return found
  }
  const change = useChange(
    async (enabled: boolean) => {
      const { service, path } = at()
      const body = enabled ? { code, enabled, variables: variables() } : { enabled }
      await service.endpoint.patchTransformation({ ...path, body })
      toasts.success(enabled ? t('Transformation saved') : t('Transformation switched off'))
      await refresh(queryClient, service.endpoint.getTransformation)
    },
    { showsFailure: true },
  )
  const simulate = useChange(
    () => {
      const { service, path } = at()
      return service.endpoint.simulateTransformation({
        ...path,
        body: {
          code,
          eventType: typeOf(payload),
          payload: JSON.parse(payload),
          variables: variables(),
        },
      })
    },
    { showsFailure: true },
  )
  const failure = simulate.error ?? change.error
  return (
    <Panel
      title={t('Transformation')}
      description={t('JavaScript that changes a message before it’s signed and sent here.')}
      footer={
        manages && (
          <>
            {kept.enabled && (
              <Button onClick={() => change.mutate(false)}>{t('Switch off')}</Button>
            )}
            <Button pending={simulate.isPending} onClick={() => simulate.mutate()}>
              {t('Try it')}
            </Button>
            <Button
              variant="primary"
              pending={change.isPending}
              onClick={() => change.mutate(true)}
            >
              {t('Save and use')}
            </Button>
          </>
        )
      }
    >
      {manages && <Templates onChoose={setCode} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TextArea
          label={t('Code')}
          name="code"
          mono
          rows={10}
          readOnly={!manages}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex min-w-0 flex-col gap-4">
          {manages && (
            <TextArea
              label={t('Variables')}
              name="variables"
              mono
              optional
              rows={3}
              placeholder={'API_KEY=…'}
              hint={t('NAME=value on each line. The code reads webhook.variables.NAME.')}
              value={lines}
              onChange={(event) => setLines(event.target.value)}
            />
          )}
          <TextArea
            label={t('Message to try it on')}
            name="payload"
            mono
            rows={4}
            value={payload}
            onChange={(event) => setPayload(event.target.value)}
          />
          {failure && <Failure error={failure} />}
          {simulate.data && !failure && <Result {...simulate.data} />}
        </div>
      </div>
    </Panel>
  )
}

/** What would be sent. */
function Result({ cancel, method, payload, url }: TransformationSimulateOut) {
  if (cancel || method === null) return <p>{t('Nothing would be sent.')}</p>
  return <CodeBlock label={`${method} ${url}`} code={payload} wrap />
}

/** The event type that an example names itself, or one that stands for any. */
function typeOf(payload: string): string {
  const { type } = Object(JSON.parse(payload))
  return typeof type === 'string' ? type : 'svix.ping'
}
