import type { MessageAttemptOut } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { t } from '../../ui/language.ts'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { Time } from '../../ui/value/time.tsx'
import { DeliveryStatus } from '../attempt/index.ts'
import { useServiceOperation } from '../service.tsx'
import { curlOf } from './curl.rules.ts'

/** One attempt: its outcome, the answer and, on request, what was sent. */
export function Attempt({ attempt, payload }: { attempt: MessageAttemptOut; payload: unknown }) {
  const [isOpen, setOpen] = useState(false)
  const { responseDurationMs: ms, responseStatusCode: code } = attempt
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <DeliveryStatus status={attempt.status} />
        <span>{code ? t('Response {code}', { code: String(code) }) : t('No response')}</span>
        <span className="text-sm text-muted">
          {t('in {ms} ms', { ms })} · <Time value={attempt.timestamp} />
          {attempt.triggerType === 1 && ` · ${t('started manually')}`}
        </span>
      </p>
      <p className="my-1 font-mono text-xs wrap-anywhere text-muted">{attempt.url}</p>
      {attempt.response && <CodeBlock label={t('Response')} code={attempt.response} wrap />}
      <details className="mt-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-6 cursor-pointer text-sm text-muted hover:text-text">
          {t('Request and headers')}
        </summary>
        {isOpen && <Request attempt={attempt} payload={payload} />}
      </details>
    </li>
  )
}

function Request({ attempt, payload }: { attempt: MessageAttemptOut; payload: unknown }) {
  const { data } = useServiceOperation((service) => service.messageAttempt.getHeaders, {
    msg_id: attempt.msgId,
    attempt_id: attempt.id,
  })
  if (!data) return null
  const shown = [
    ...Object.entries(data.sentHeaders),
    ...data.sensitive.map((name) => [name, '••••••'] as const),
  ]
  return (
    <div className="mt-2 flex flex-col gap-3">
      <CodeBlock
        label={t('Headers')}
        code={shown.map(([name, value]) => `${name}: ${value}`).join('\n')}
        wrap
      />
      {data.responseHeaders && data.responseHeaders.length > 0 && (
        <CodeBlock
          label={t('Response headers')}
          code={data.responseHeaders.map((pair) => pair.join(': ')).join('\n')}
          wrap
        />
      )}
      <CodeBlock
        label={t('The same with curl')}
        code={curlOf(attempt.url, data.sentHeaders, payload)}
        wrap
      />
    </div>
  )
}
