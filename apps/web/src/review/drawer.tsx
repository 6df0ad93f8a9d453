import type { Review, WaitingReview } from '@countersign/contracts/trust'
import { Suspense } from 'react'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { WaitingNote } from './waiting-note.tsx'

// The directory is the first that people see, without a review open.
const Form = soon(() => import('./form.tsx').then((part) => ({ default: part.ReviewForm })))

/** Props of {@link ReviewDrawer}. */
export interface ReviewDrawerProps {
  /** The company to review; closed without one. */
  of: {
    did: string
    name: string
    review?: Review | null | undefined
    waitingReview?: WaitingReview | null | undefined
  } | null
  onClose: () => void
  /** Hears that a verdict was given; the drawer closes by itself. */
  onSaved?: () => void
}

/**
 * A verdict with its reasons, note and next review. T, M and B choose it without a mouse. While one waits
 * for a second person, that one is decided first.
 */
export function ReviewDrawer({ of, onClose, onSaved }: ReviewDrawerProps) {
  const saved = () => {
    onClose()
    onSaved?.()
  }
  return (
    <Drawer
      open={of !== null}
      onOpenChange={(open) => !open && onClose()}
      title={of ? `Review ${of.name}` : 'Review'}
    >
      {of &&
        (of.waitingReview ? (
          <WaitingNote of={of} waiting={of.waitingReview} onDone={saved} />
        ) : (
          <Suspense fallback={<SkeletonLines lines={8} label="Loading review" />}>
            <Form key={of.did} of={of} onClose={onClose} onSaved={saved} />
          </Suspense>
        ))}
    </Drawer>
  )
}
