import { msg, t } from '../../ui/language.ts'
import { Badge } from '../../ui/value/badge.tsx'

const statuses = {
  0: ['success', msg('Delivered')],
  1: ['neutral', msg('Pending')],
  2: ['danger', msg('Failed')],
  3: ['info', msg('Sending')],
  4: ['neutral', msg('Canceled')],
} as const

/** The state of a delivery or the outcome of an attempt, by its wire number. */
export function DeliveryStatus({ status }: { status: keyof typeof statuses }) {
  const [tone, word] = statuses[status]
  return <Badge tone={tone}>{t(word)}</Badge>
}
