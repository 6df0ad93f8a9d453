import { RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { t } from '../language.ts'
import { CopyButton } from '../value/copy-button.tsx'

/** Props of {@link ErrorCard}. */
export interface ErrorCardProps {
  title?: string
  /** What happened, in the server's words. */
  message: string
  /** Named in the copied details, so that support can find the request. */
  requestId?: string | undefined
  /** More lines for the details, such as the company's DID. */
  details?: Readonly<Record<string, string>> | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
}

/** What failed, where it failed; the rest of the page keeps working. */
export function ErrorCard(props: ErrorCardProps) {
  const {
    title = t('This couldn’t be loaded'),
    message,
    requestId,
    details,
    onRetry,
    retrying,
  } = props
  const [at] = useState(() => new Date().toISOString())
  const lines = { Message: message, Request: requestId ?? 'none', Time: at, ...details }
  const text = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <div role="alert" className="flex gap-3 rounded-panel border border-danger/40 bg-panel p-4">
      <TriangleAlert size={20} className="text-danger" aria-hidden />
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 wrap-anywhere text-muted">{message}</p>
          {requestId && (
            <p className="mt-1 text-xs text-muted">
              {t('Request')} <span className="font-mono">{requestId}</span>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry} pending={retrying}>
              {t('Try again')}
            </Button>
          )}
          <CopyButton text={text} label={t('Copy details')} />
        </div>
      </div>
    </div>
  )
}
