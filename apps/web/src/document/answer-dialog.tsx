import {
  approvalDays,
  type DocumentRequest,
  type DocumentType,
  documentRequestRefusal,
  questionnaireType,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, tryEach } from '../api/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { ChoiceField } from '../ui/form/choice-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { AnswerUpload } from './answer-upload.tsx'
import { useLibrary } from './library.ts'
import { dayAfter, endOfDay } from './request-dates.ts'
import { isOpen } from './request-list.ts'
import { typeLabel } from './words.tsx'

/** What an owner can say to requests. */
export type Answer = 'APPROVE' | 'DECLINE' | 'REVOKE' | 'REOPEN'

const words = {
  APPROVE: { verb: 'Approve', done: 'approved' },
  DECLINE: { verb: 'Decline', done: 'declined' },
  REVOKE: { verb: 'Revoke', done: 'revoked' },
  REOPEN: { verb: 'Reopen', done: 'reopened' },
} as const

type AnswerProps = {
  action: Answer
  requests: readonly DocumentRequest[]
  /** What was dropped on the request, to be uploaded for it. */
  files?: readonly File[] | undefined
  /** Hears whether everything was answered. */
  onClose: (answered: boolean) => void
}

/** Answers one request or several: until when, or why not. What one of them lacks is uploaded here. */
export function AnswerDialog({ action: wanted, requests, files: dropped, onClose }: AnswerProps) {
  const [action, setAction] = useState(wanted)
  const [until, setUntil] = useState(dayAfter(approvalDays))
  const [reason, setReason] = useState('')
  const [left, setLeft] = useState(requests)
  const [chosen, setChosen] = useState<string[]>()
  const queryClient = useQueryClient()
  const { verb, done } = words[action]
  const givesReason = action === 'DECLINE' || action === 'REVOKE'
  const [first] = left
  const many = left.length > 1
  const asksAnswers = left.some(({ documentType }) => documentType === questionnaireType)
  const asksFiles = left.some(({ documentType }) => documentType !== questionnaireType)
  // Which files to open is chosen for one request; several get all files of their types.
  const { documents } = useLibrary()
  const files = many
    ? []
    : (documents ?? []).filter((one) => one.documentType === first?.documentType)
  const one = first && !many && isOpen(first) ? first : undefined
  const lacking =
    action !== 'APPROVE' || !one || (asksFiles && (!documents || files.length > 0))
      ? undefined
      : asksFiles
        ? 'Upload the document first'
        : documentRequestRefusal('APPROVE', one, Date.now()) && 'Submit your questionnaire first'
  const answer = async () => {
    const nameOf = (one: DocumentRequest) =>
      `${one.requestingVASPName}, ${typeLabel(one.documentType)}`
    const { failed, error } = await tryEach(left, nameOf, (request) =>
      api.documentRequest.act({
        did: request.ownerDid,
        query: {
          requestingVASPdid: request.requestingVASPdid,
          documentType: request.documentType as DocumentType,
          accessAction: action,
          ...(action === 'APPROVE' && { expiresAt: endOfDay(until) }),
          ...(chosen && { documentIds: chosen.join(',') }),
          ...(givesReason && reason.trim() && { metadata: reason.trim() }),
        },
      }),
    )
    await refresh(queryClient, api.documentRequest.list)
    const right = left.length - failed.length
    if (right > 0) toasts.success(right === 1 ? `Request ${done}` : `${right} requests ${done}`)
    // What worked is not sent twice.
    setLeft(failed)
    if (failed.length > 0) throw error
    onClose(true)
    return false
  }
  const title =
    many || !first
      ? `${verb} ${left.length} requests?`
      : `${verb} ${first.requestingVASPName}’s ${action === 'REVOKE' ? 'access' : 'request'}?`
  return (
    <FormDialog
      onOpenChange={() => onClose(false)}
      title={title}
      description={
        first && !many
          ? typeLabel(first.documentType)
          : [...new Set(left.map(({ requestingVASPName }) => requestingVASPName))].join(', ')
      }
      submit={many ? `${verb} ${left.length} requests` : verb}
      danger={givesReason}
      disabledReason={
        lacking ?? (chosen?.length === 0 ? 'Select at least one document' : undefined)
      }
      onSubmit={answer}
    >
      {one?.message && <p className="text-sm wrap-anywhere text-muted">“{one.message}”</p>}
      {one && (
        <ChoiceField
          label="Your answer"
          options={[
            { value: 'APPROVE', label: 'Approve' },
            { value: 'DECLINE', label: 'Decline' },
          ]}
          value={action}
          onChange={(next) => setAction(next === 'DECLINE' ? 'DECLINE' : 'APPROVE')}
        />
      )}
      {action === 'REOPEN' && (
        <p className="text-sm text-muted">
          The request becomes open again, and the company is notified.
        </p>
      )}
      {one && asksFiles && action === 'APPROVE' && (
        <AnswerUpload
          did={one.ownerDid}
          documentType={one.documentType as DocumentType}
          files={dropped}
          // What was uploaded for this request is shared with the rest that was chosen.
          onUploaded={(id) => setChosen((before) => before && [...before, id])}
        />
      )}
      {action === 'APPROVE' && (
        <TextField
          label="Access until"
          hint={[
            asksAnswers && 'They can read your latest submitted questionnaire, with its annexes.',
            asksFiles && 'They can read the current versions of your documents of this type.',
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
      )}
      {action === 'APPROVE' && files.length > 1 && (
        <CheckGroup
          label="Documents to share"
          options={files.map(({ id, title }) => ({ value: id, label: title }))}
          values={chosen ?? files.map(({ id }) => id)}
          onChange={setChosen}
        />
      )}
      {givesReason && (
        <TextArea
          label="Reason"
          optional={action === 'REVOKE'}
          required={action === 'DECLINE'}
          hint={
            action === 'REVOKE'
              ? 'They lose access immediately and see this reason.'
              : 'They see this reason. They can ask again after 30 days, or when you reopen the request.'
          }
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
