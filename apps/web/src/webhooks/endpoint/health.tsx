import type { FailingEndpoint } from '@countersign/contracts/webhooks'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { absoluteTime } from '../../ui/value/time-format.ts'
import { useTimeZone } from '../../ui/value/time-zone.ts'
import { useService } from '../service.tsx'
import { answerOf, causeOf } from './cause.rules.ts'
import { RecoverSince } from './recover-since.tsx'

interface FailingNoticeProps {
  failing: FailingEndpoint
  /** Names it where several stand together. */
  url?: string | undefined
  onFix: () => void
}

/** Since when and why an endpoint fails, what comes of it, and the two things to do about it. */
export function FailingNotice({ failing, url, onFix }: FailingNoticeProps) {
  const { can } = useService()
  const timeZone = useTimeZone()
  const timeOf = (at: string) => absoluteTime(new Date(at), timeZone)
  return (
    <div className="mb-4">
      <Notice
        tone="danger"
        title={url ? t('{url} is failing', { url }) : t('This endpoint is failing')}
        action={
          <div className="flex flex-wrap gap-2">
            {can('ManageEndpoint') && (
              <Button onClick={onFix}>
                {t('Fix the address')}
                {url && <span className="sr-only"> {url}</span>}
              </Button>
            )}
            {can('CreateAttempts') && !failing.disabled && (
              <RecoverSince endpointId={failing.endpointId} since={failing.since} url={url} />
            )}
          </div>
        }
      >
        <p>
          {t('{answer} since {since}: {cause}.', {
            answer: answerOf(failing),
            since: timeOf(failing.since),
            cause: causeOf(failing),
          })}
        </p>
        {failing.disablesAt && (
          <p>
            {t('If this continues, it will be disabled on {date}.', {
              date: timeOf(failing.disablesAt),
            })}
          </p>
        )}
      </Notice>
    </div>
  )
}
