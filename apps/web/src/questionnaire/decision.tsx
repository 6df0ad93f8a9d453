import {
  type DdqReview,
  type ReviewValue,
  reviewDays,
  reviewLabels,
  reviewValues,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf, refresh, useChange, useOperation } from '../api/index.ts'
import { WaitingNote } from '../review/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Time } from '../ui/value/time.tsx'

interface Props {
  where: { did: string; reviewedDid: string }
  version: number
  pinned: DdqReview['pins'][number] | undefined
}

const isVerdict = (text: string): text is ReviewValue => reviewValues.some((one) => one === text)

/** The first day that the next review may be due. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The verdict, resting on this version: later versions are compared with it. One that waits for a second
 * person is decided first.
 */
export function ReviewDecision(props: Props) {
  const { did, reviewedDid } = props.where
  const { data } = useOperation(
    api.vasp.get,
    { did: reviewedDid, query: { reviewedByVaspDID: did } },
    { polls: 30_000 },
  )
  if (!data?.waitingReview) return <Decide {...props} />
  return (
    <Panel title="Decide">
      <WaitingNote of={data} waiting={data.waitingReview} />
    </Panel>
  )
}

function Decide({ where, version, pinned }: Props) {
  const { reason } = useCan(api.review.give)
  const queryClient = useQueryClient()
  const [verdict, setVerdict] = useState('')
  const [note, setNote] = useState('')
  const [next, setNext] = useState('')
  const decide = useChange(
    async () => {
      if (!isVerdict(verdict)) throw new Error('Choose a verdict')
      const given = await api.review.give({
        did: where.did,
        body: {
          reviewedVaspDID: where.reviewedDid,
          reviewValue: verdict,
          note: note.trim() || null,
          evidence: [{ kind: 'QUESTIONNAIRE', reference: `Questionnaire, version ${version}` }],
          ...(next && { nextReviewAt: new Date(`${next}T12:00:00Z`).toISOString() }),
        },
      })
      const review = await api.questionnaireReview.pin({ ...where, body: { version } })
      return { review, waits: 'waitsUntil' in given }
    },
    {
      onSuccess: ({ review, waits }) => {
        toasts.success(waits ? 'Verdict recorded, once a colleague agrees' : 'Verdict recorded')
        queryClient.setQueryData(keyOf(api.questionnaireReview.get, where), review)
        const { review: reviews, vasp } = api
        void refresh(queryClient, reviews.list, reviews.history, vasp.list, vasp.get)
        setVerdict('')
        setNote('')
      },
      showsFailure: true,
    },
  )
  return (
    <div data-print="hide">
      <Panel
        title="Decide"
        description="Only your company sees the verdict. It applies to this version: when the company submits a new one, you’ll see what changed."
        footer={
          <Button
            variant="primary"
            disabledReason={reason ?? (verdict ? undefined : 'Choose a verdict first')}
            pending={decide.isPending}
            onClick={() => decide.mutate()}
          >
            Record verdict
          </Button>
        }
      >
        <div className="flex max-w-[760px] flex-col gap-4">
          {pinned && (
            <p className="text-sm text-muted">
              You last decided on version {pinned.version}, <Time value={pinned.at} />.
            </p>
          )}
          <Failure error={decide.error} title="Not recorded" />
          <ChoiceField
            label="Verdict"
            options={reviewValues.map((value) => ({ value, label: reviewLabels[value] }))}
            value={verdict}
            disabled={reason !== undefined}
            onChange={(value) => {
              setVerdict(value)
              if (isVerdict(value)) setNext(inDays(reviewDays[value]))
            }}
          />
          <TextArea
            label="Reason"
            optional
            maxLength={2_000}
            value={note}
            readOnly={reason !== undefined}
            onChange={(event) => setNote(event.target.value)}
          />
          <TextField
            label="Next review"
            type="date"
            className="max-w-48"
            min={inDays(1)}
            value={next}
            readOnly={reason !== undefined}
            onChange={(event) => setNext(event.target.value)}
          />
        </div>
      </Panel>
    </div>
  )
}
