import { reviewLabels, type WaitingReview } from '@countersign/contracts/trust'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'
import { useReview } from './use-review.ts'

/** That a verdict waits for a second person: who gave it, why, until when, and what can be done with it. */
export function WaitingNote({
  of: { did, name },
  waiting,
  onDone,
}: {
  of: { did: string; name: string }
  waiting: WaitingReview
  /** Hears that it was decided. */
  onDone?: () => void
}) {
  const viewer = useViewer()
  const { give, discard, reason } = useReview()
  const isOwn = waiting.createdBy === viewer.did
  const done = { onSuccess: () => onDone?.() }
  const agree = () =>
    give.mutate({ did, name, reviewValue: waiting.reviewValue, basedOn: waiting.id, waiting }, done)
  return (
    <div className="flex flex-col gap-3">
      <Failure error={give.error ?? discard.error} title="Not saved" />
      <Notice
        tone="info"
        title={`The verdict “${reviewLabels[waiting.reviewValue]}” needs a second person`}
        action={
          <div className="flex gap-2">
            <Button
              pending={discard.isPending}
              disabledReason={reason}
              onClick={() => discard.mutate({ id: waiting.id, did }, done)}
            >
              Discard
            </Button>
            <Button
              variant="primary"
              pending={give.isPending}
              disabledReason={
                reason ?? (isOwn ? 'You gave it first: a colleague must agree' : undefined)
              }
              onClick={agree}
            >
              Agree
            </Button>
          </div>
        }
      >
        <p>
          {isOwn ? 'You' : (waiting.createdByName ?? 'A colleague')} gave it{' '}
          <Time value={waiting.createdAt} />.{' '}
          {isOwn ? 'A colleague has' : 'You or a colleague have'} until{' '}
          <Time value={waiting.waitsUntil} format="absolute" /> to agree. Until then it doesn’t
          apply.
        </p>
        {waiting.note && <p className="mt-1">Note: {waiting.note}</p>}
      </Notice>
    </div>
  )
}
