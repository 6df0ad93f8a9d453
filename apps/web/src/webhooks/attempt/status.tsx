import { Badge } from '../../ui/value/badge.tsx'

const statuses = {
  0: ['success', 'Delivered'],
  1: ['neutral', 'Pending'],
  2: ['danger', 'Failed'],
  3: ['info', 'Sending'],
  4: ['neutral', 'Canceled'],
} as const

/** The state of a delivery or the outcome of an attempt, by its wire number. */
export function DeliveryStatus({ status }: { status: keyof typeof statuses }) {
  const [tone, word] = statuses[status]
  return <Badge tone={tone}>{word}</Badge>
}
