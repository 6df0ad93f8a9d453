import {
  fitsVerdict,
  type Review,
  ReviewIn,
  type ReviewValue,
  reviewDays,
  reviewLabels,
  reviewReasonLabels,
  reviewReasons,
} from '@countersign/contracts/trust'
import { useId } from 'react'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { useReview } from './use-review.ts'
import { useRowKeys } from './use-row-keys.ts'
import { keyOf, verdictKeys } from './words.tsx'

const day = 86_400_000
const dayAfter = (value: ReviewValue) =>
  new Date(Date.now() + reviewDays[value] * day).toISOString().slice(0, 10)

const noonOf = (date: string) => new Date(`${date}T12:00:00Z`).toISOString()

type FormProps = {
  of: { did: string; name: string; review?: Review | null | undefined }
  onClose: () => void
  onSaved: () => void
}

/** A verdict with its reasons, note and next review. */
export function ReviewForm({ of, onClose, onSaved }: FormProps) {
  const { give, reason } = useReview()
  const form = useContractForm(ReviewIn, {
    defaults: {
      reviewValue: of.review?.reviewValue,
      note: of.review?.note ?? '',
      reasons: of.review?.reasons ?? [],
      next: '',
    },
    places: { next: 'nextReviewAt' },
    body: ({ reviewValue, note, reasons, next }) => ({
      reviewedVaspDID: of.did,
      reviewValue,
      note: note || null,
      basedOn: of.review?.id ?? null,
      reasons: reasons.filter((one) => !reviewValue || fitsVerdict(reviewValue, one)),
      ...(reviewValue && { nextReviewAt: noonOf(next || dayAfter(reviewValue)) }),
    }),
    send: ({ reviewedVaspDID: did, ...verdict }) =>
      give.mutateAsync({ did, name: of.name, ...verdict }),
    onSuccess: onSaved,
    draft: `your review of ${of.name}`,
  })
  const { reviewValue: value, reasons } = form.values
  const fits = (one: (typeof reviewReasons)[number]) => !value || fitsVerdict(value, one)
  const choose = (verdict: ReviewValue) => form.set('reviewValue', verdict)
  useRowKeys(
    Object.fromEntries(
      Object.entries(verdictKeys).map(([key, verdict]) => [key, () => choose(verdict)]),
    ),
    { inDialog: true },
  )
  return (
    <ContractForm form={form} className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        Only your company sees this. Your transfer rules can use it.
      </p>
      <FormNotes form={form} />
      <Choice value={value} onChange={choose} missing={form.errorOf('reviewValue') !== undefined} />
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
                form.set(
                  'reasons',
                  reasons.includes(one) ? reasons.filter((it) => it !== one) : [...reasons, one],
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <TextArea label="Note" optional maxLength={2000} {...form.field('note')} />
      <TextField
        label="Next review"
        type="date"
        hint={
          value &&
          `${reviewLabels[value]} companies are due for review again after ${reviewDays[value]} days`
        }
        error={form.errorOf('next')}
        value={form.values.next || (value ? dayAfter(value) : '')}
        onChange={(event) => form.set('next', event.target.value)}
      />
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={form.isPending} disabledReason={reason}>
          Save review
        </Button>
      </div>
    </ContractForm>
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
