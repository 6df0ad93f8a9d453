import {
  fitsVerdict,
  type Review,
  type ReviewValue,
  reviewDays,
  reviewLabels,
  reviewReasonLabels,
  reviewReasons,
  type WaitingReview,
} from '@countersign/contracts/trust'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { useReview } from './use-review.ts'
import { useRowKeys } from './use-row-keys.ts'
import { WaitingNote } from './waiting-note.tsx'
import { keyOf, verdictKeys } from './words.tsx'

const day = 86_400_000
const dayAfter = (value: ReviewValue) =>
  new Date(Date.now() + reviewDays[value] * day).toISOString().slice(0, 10)

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
          <Form key={of.did} of={of} onClose={onClose} onSaved={saved} />
        ))}
    </Drawer>
  )
}

type FormProps = {
  of: NonNullable<ReviewDrawerProps['of']>
  onClose: () => void
  onSaved: () => void
}

function Form({ of, onClose, onSaved }: FormProps) {
  const { give, reason } = useReview()
  const [value, setValue] = useState<ReviewValue | undefined>(of.review?.reviewValue)
  const [note, setNote] = useState(of.review?.note ?? '')
  const [reasons, setReasons] = useState<readonly (typeof reviewReasons)[number][]>(
    of.review?.reasons ?? [],
  )
  const [next, setNext] = useState<string>()
  const [missing, setMissing] = useState(false)
  const changed = note !== (of.review?.note ?? '') || value !== of.review?.reviewValue
  const draft = useDraft(
    `your review of ${of.name}`,
    changed ? { note, ...(value && { value }) } : undefined,
    (kept) => {
      setNote(kept.note ?? note)
      setValue(kept.value ?? value)
    },
  )
  const fits = (one: (typeof reviewReasons)[number]) => !value || fitsVerdict(value, one)
  const fitting = reasons.filter(fits)
  const choose = (verdict: ReviewValue) => {
    setValue(verdict)
    setMissing(false)
  }
  useRowKeys(
    Object.fromEntries(
      Object.entries(verdictKeys).map(([key, verdict]) => [key, () => choose(verdict)]),
    ),
    { inDialog: true },
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!value) return setMissing(true)
    const at = next ?? dayAfter(value)
    give.mutate(
      {
        did: of.did,
        name: of.name,
        reviewValue: value,
        note: note.trim() || null,
        basedOn: of.review?.id ?? null,
        reasons: fitting,
        nextReviewAt: new Date(`${at}T12:00:00Z`).toISOString(),
      },
      { onSuccess: onSaved },
    )
  }
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        Only your company sees this. Your transfer rules can use it.
      </p>
      <DraftOffer draft={draft} />
      <Failure error={give.error} title="Not saved" />
      <Choice value={value} onChange={choose} missing={missing} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">
          Reasons <span className="font-normal text-muted">(optional)</span>
        </legend>
        <div className="grid gap-1.5 sm:grid-cols-2">
          {reviewReasons.filter(fits).map((one) => (
            <Checkbox
              key={one}
              label={reviewReasonLabels[one]}
              checked={reasons.includes(one)}
              onChange={() =>
                setReasons(
                  reasons.includes(one) ? reasons.filter((it) => it !== one) : [...reasons, one],
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Note"
        optional
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextField
        label="Next review"
        type="date"
        hint={
          value &&
          `${reviewLabels[value]} companies are due for review again after ${reviewDays[value]} days`
        }
        value={next ?? (value ? dayAfter(value) : '')}
        onChange={(event) => setNext(event.target.value || undefined)}
      />
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={give.isPending} disabledReason={reason}>
          Save review
        </Button>
      </div>
    </form>
  )
}

const meanings: { readonly [V in ReviewValue]: string } = {
  TRUSTED: 'Transfers follow your rules',
  MANUAL: 'Each transfer is checked manually',
  BLOCKED: 'No transfers with this company',
}

function Choice(props: {
  value: ReviewValue | undefined
  onChange: (value: ReviewValue) => void
  missing: boolean
}) {
  const { value, onChange, missing } = props
  const name = useId()
  return (
    <fieldset aria-describedby={missing ? `${name}-missing` : undefined}>
      <legend className="mb-2 text-sm font-medium">Verdict</legend>
      <div className="flex flex-col gap-2">
        {Object.values(verdictKeys).map((verdict) => (
          <label
            key={verdict}
            className={cx(
              'flex items-center gap-3 rounded-control border px-3 py-2',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
              value === verdict ? 'border-accent bg-accent-soft' : 'border-control hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === verdict}
              onChange={() => onChange(verdict)}
              className="size-4 accent-(--accent) outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium">{reviewLabels[verdict]}</span>
              <span className="block text-xs text-muted">{meanings[verdict]}</span>
            </span>
            <KeyHint keys={keyOf[verdict]} />
          </label>
        ))}
      </div>
      {missing && (
        <p id={`${name}-missing`} role="alert" className="mt-1.5 text-xs text-danger">
          Choose a verdict.
        </p>
      )}
    </fieldset>
  )
}
