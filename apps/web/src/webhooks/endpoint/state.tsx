import type { EndpointOut, FailingEndpoint } from '@countersign/contracts/webhooks'
import { t } from '../../ui/language.ts'
import { Badge } from '../../ui/value/badge.tsx'
import { answerOf, causeOf } from './cause.rules.ts'

/** Props of {@link EndpointState}. */
export interface EndpointStateProps {
  endpoint: EndpointOut
  /** Set when it takes nothing at the moment. */
  failing?: FailingEndpoint | undefined
}

/** Whether an endpoint is called, and takes what it is sent. */
export function EndpointState({ endpoint, failing }: EndpointStateProps) {
  if (endpoint.disabled) return <Badge tone="warning">{t('Disabled')}</Badge>
  if (!failing) return <Badge tone="success">{t('Enabled')}</Badge>
  return <Badge tone="danger">{t('Failing')}</Badge>
}

/** Why an endpoint fails, in a line of a list. */
export const FailingCause = ({ failing }: { failing: FailingEndpoint }) => (
  <span className="block text-xs text-danger wrap-anywhere">
    {t('{answer}: {cause}', { answer: answerOf(failing), cause: causeOf(failing) })}
  </span>
)
