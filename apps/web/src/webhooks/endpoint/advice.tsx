import { useEffect } from 'react'
import { useChange } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { useOpen } from '../service.tsx'
import { answerOf, causeOf } from './cause.rules.ts'
import { RecoverSince } from './recover-since.tsx'

/** An event that every service has. */
const ping = 'svix.ping'

interface AdviceProps {
  endpointId: string
  url: string
  /** Since when it had failed before it was saved. */
  failedSince?: string | undefined
  onFix: () => void
  onClose: () => void
}

/** Sends an example to an endpoint that was just saved, and says what comes of it. This is advice alone. */
export function Advice({ endpointId, url, failedSince, onFix, onClose }: AdviceProps) {
  const open = useOpen()
  const check = useChange(
    () => {
      const { appId, service } = open()
      const body = { eventType: ping, payload: { type: ping, message: 'Example' } }
      return service.message.testAttempt({ app_id: appId, endpoint_id: endpointId, body })
    },
    { showsFailure: true },
  )
  const { mutate } = check
  useEffect(() => mutate(), [mutate])
  const close = <Button onClick={onClose}>{t('Close')}</Button>
  if (check.error)
    return (
      <div className="mb-4">
        <Notice title={t('Not checked')} action={close}>
          {t('Saved. Whether it answers couldn’t be checked now.')}
        </Notice>
      </div>
    )
  if (!check.data)
    return (
      <div className="mb-4" aria-busy>
        <Notice title={t('Checking {url}', { url })}>
          {t('An example is sent there. The endpoint is saved either way.')}
        </Notice>
      </div>
    )
  const { status, responseStatusCode: statusCode, response, responseDurationMs: ms } = check.data
  const isWell = status === 0
  return (
    <div className="mb-4">
      <Notice
        tone={isWell ? 'success' : 'warning'}
        title={isWell ? t('It works') : t('It doesn’t accept messages yet')}
        action={
          <div className="flex flex-wrap gap-2">
            {isWell && failedSince && (
              <RecoverSince endpointId={endpointId} since={failedSince} url={url} />
            )}
            {!isWell && <Button onClick={onFix}>{t('Edit')}</Button>}
            {close}
          </div>
        }
      >
        {isWell
          ? wellWords(url, statusCode, ms)
          : t('{answer}: {cause}.', {
              answer: answerOf({ statusCode, response }),
              cause: causeOf({ statusCode, response }),
            })}
      </Notice>
    </div>
  )
}

const wellWords = (url: string, code: number, ms: number) =>
  url.startsWith('https:')
    ? t(
        'The host was found, its certificate is valid, and it answered an example with {code} in {ms} ms.',
        {
          code: String(code),
          ms,
        },
      )
    : t('The host was found, and it answered an example with {code} in {ms} ms. It has no TLS.', {
        code: String(code),
        ms,
      })
