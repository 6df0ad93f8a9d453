import {
  approvalDays,
  type DocumentRequest,
  type DocumentType,
  questionnaireType,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toasts } from '../ui/toasts.ts'
import { typeLabel } from './document-words.tsx'
import { dayAfter, endOfDay } from './request-dates.ts'

/** What an owner can say to requests. */
export type Answer = 'APPROVE' | 'DECLINE' | 'REVOKE'

const words = {
  APPROVE: { verb: 'Approve', done: 'approved' },
  DECLINE: { verb: 'Decline', done: 'declined' },
  REVOKE: { verb: 'Revoke', done: 'revoked' },
} as const

type AnswerProps = {
  action: Answer
  requests: readonly DocumentRequest[]
  /** Hears whether everything was answered. */
  onClose: (answered: boolean) => void
}

/** Answers one request or several: until when, or why not. */
export function AnswerDialog({ action, requests, onClose }: AnswerProps) {
  const [until, setUntil] = useState(dayAfter(approvalDays))
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const [left, setLeft] = useState(requests)
  const [failures, setFailures] = useState<readonly string[]>([])
  const queryClient = useQueryClient()
  const { verb, done } = words[action]
  const [first] = left
  const many = left.length > 1
  const asksAnswers = left.some(({ documentType }) => documentType === questionnaireType)
  const asksFiles = left.some(({ documentType }) => documentType !== questionnaireType)
  const answer = async () => {
    if (pending) return
    setPending(true)
    const failed: string[] = []
    const again: DocumentRequest[] = []
    for (const request of left)
      await api.documentRequest
        .act({
          did: request.ownerDid,
          query: {
            requestingVASPdid: request.requestingVASPdid,
            documentType: request.documentType as DocumentType,
            accessAction: action,
            ...(action === 'APPROVE' && { expiresAt: endOfDay(until) }),
            ...(action !== 'APPROVE' && reason.trim() && { metadata: reason.trim() }),
          },
        })
        .catch((failure: Error) => {
          again.push(request)
          failed.push(
            `${request.requestingVASPName}, ${typeLabel(request.documentType)}: ${failure.message}`,
          )
        })
    await queryClient.invalidateQueries({ queryKey: ['documentRequest.list'] })
    setPending(false)
    const right = left.length - failed.length
    if (right > 0) toasts.success(right === 1 ? `Request ${done}` : `${right} requests ${done}`)
    if (failed.length === 0) onClose(true)
    else {
      // What worked is not sent twice.
      setLeft(again)
      setFailures(failed)
    }
  }
  const title =
    many || !first
      ? `${verb} ${left.length} requests?`
      : `${verb} the request of ${first.requestingVASPName}?`
  return (
    <Dialog
      open
      onOpenChange={(next) => next || pending || onClose(false)}
      title={title}
      description={
        first && !many
          ? typeLabel(first.documentType)
          : [...new Set(left.map(({ requestingVASPName }) => requestingVASPName))].join(', ')
      }
      onSubmit={() => void answer()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant={action === 'APPROVE' ? 'primary' : 'danger'}
            pending={pending}
          >
            {many ? `${verb} ${left.length} requests` : verb}
          </Button>
        </>
      }
    >
      {action === 'APPROVE' ? (
        <TextField
          label="Access until"
          hint={[
            asksAnswers &&
              'They read the questionnaire as you submitted it last, with its annexes.',
            asksFiles && 'They read the present versions of your documents of this type.',
          ]
            .filter(Boolean)
            .join(' ')}
          type="date"
          required
          min={dayAfter(1)}
          max={dayAfter(365)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      ) : (
        <TextArea
          label="Reason"
          optional
          hint={
            action === 'REVOKE'
              ? 'They lose their access at once, and read this.'
              : 'They read this, and may ask again after 30 days.'
          }
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {failures.length > 0 && (
        <Notice tone="danger" title="Not all of them worked">
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </Notice>
      )}
    </Dialog>
  )
}
