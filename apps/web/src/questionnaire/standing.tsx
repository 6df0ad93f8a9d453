import { type Ddq, progressOf, questions } from '@countersign/contracts/trust'
import { Badge } from '../ui/value/badge.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { Time } from '../ui/value/time.tsx'
import { SaveWord } from './save-summary.tsx'
import type { Saver } from './saver.ts'

/** How far the draft is, and what is current. */
export function Standing({ ddq, saver }: { ddq: Ddq; saver: Saver }) {
  const { draft, submitted } = ddq
  const { required, requiredComplete } = progressOf(questions, saver.values())
  return (
    <>
      {draft && <Badge tone="info">Draft of version {draft.version}</Badge>}
      {submitted &&
        (submitted.status === 'EXPIRED' ? (
          <Badge tone="warning">Version {submitted.version} expired</Badge>
        ) : (
          <Badge tone="success">Version {submitted.version} current</Badge>
        ))}
      {submitted && (
        <span className="text-sm text-muted">
          submitted <Time value={submitted.submittedAt} />, valid until{' '}
          <Time value={submitted.expiresAt} format="day" />
        </span>
      )}
      {draft && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <Meter label="Required questions answered" value={requiredComplete} max={required} />
          {requiredComplete} of {required} required
        </span>
      )}
      {draft && (
        <span data-print="hide">
          <SaveWord saver={saver} />
        </span>
      )}
    </>
  )
}
