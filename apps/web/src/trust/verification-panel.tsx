import {
  moveOf,
  moveReason,
  statusWords,
  type Verification,
  type VerificationAction,
  type VerificationCheck,
  verificationActions,
  verificationChecks,
} from '@countersign/contracts/trust'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { LoadError } from '../shell/system-pages.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Time } from '../ui/time.tsx'
import { toasts } from '../ui/toasts.ts'
import { VerificationBadge, verificationQuery, verificationWord } from './verification-status.tsx'

/** Props of {@link VerificationPanel}. */
interface VerificationPanelProps {
  did: string
  /** Whose moves are offered: the company's own, or the network's. */
  side: 'company' | 'network'
  /** Why moves cannot be made at all. */
  reason?: string | undefined
}

/** Where the verification stands, how it came there, and the moves that are possible now. */
export function VerificationPanel({ did, side, reason }: VerificationPanelProps) {
  const { data, error, refetch } = useQuery(verificationQuery(did))
  const [action, setAction] = useState<VerificationAction>()
  const permission = side === 'network' ? 'trustframework.tfUpdate' : 'trustframework.updateVASP'
  const moves = verificationActions.filter((name) => moveOf(name).permission === permission)
  const possible = data ? moves.filter((name) => !moveReason(name, data.status)) : []
  return (
    <div id="verification">
      <Panel
        title="Verification"
        description="The network checks who a company is. Others see the result as a badge."
        actions={data && <VerificationBadge status={data.status} />}
      >
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonLines lines={4} label="Loading the verification" />}
        {data && (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-muted">
              The verification is {statusWords[data.status]}.{' '}
              {data.expiresAt && (
                <>
                  It is good until <Time value={data.expiresAt} format="day" />.{' '}
                </>
              )}
              {side === 'company' && nextStep[data.status]}
            </p>
            {possible.length > 0 && (
              <div data-print="hide" className="flex flex-wrap gap-2">
                {possible.map((name, at) => (
                  <Button
                    key={name}
                    variant={name === 'suspend' ? 'danger' : at === 0 ? 'primary' : 'secondary'}
                    disabledReason={reason}
                    onClick={() => setAction(name)}
                  >
                    {moveOf(name).label}
                  </Button>
                ))}
              </div>
            )}
            <History data={data} />
          </div>
        )}
        {action && <MoveDialog did={did} action={action} onClose={() => setAction(undefined)} />}
      </Panel>
    </div>
  )
}

const nextStep: Record<Verification['status'], string> = {
  UNVERIFIED: 'Complete your profile and upload your licence, then submit.',
  SUBMITTED: 'The network will take it into review.',
  PENDING_REVIEW: 'The network is checking register, licence and domain.',
  VERIFIED: 'A change of legal name, LEI or licence ends it early.',
  REJECTED: 'Read the note below. You can appeal with new evidence.',
  EXPIRED: 'Ask for renewal to get the badge back.',
  SUSPENDED: 'Read the note below and write to the network.',
}

function History({ data }: { data: Verification }) {
  if (data.history.length === 0) return null
  const who = { company: 'The company', network: 'The network', system: 'The system' }
  return (
    <ol aria-label="History" className="flex flex-col gap-3 border-t border-line pt-4 text-sm">
      {data.history.map(({ id, to, by, at, note, evidence }) => (
        <li key={id} className="border-l-2 border-line pl-3">
          <p>
            <span className="font-medium">{verificationWord(to)}</span>
            <span className="text-muted">
              {' '}
              · {who[by]} · <Time value={at} />
            </span>
          </p>
          <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{note}</p>
          {evidence.length > 0 && (
            <p className="mt-0.5 text-xs text-muted">
              Evidence: <span className="font-mono">{evidence.join(', ')}</span>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type MoveDialogProps = { did: string; action: VerificationAction; onClose: () => void }

function MoveDialog({ did, action, onClose }: MoveDialogProps) {
  const [note, setNote] = useState('')
  const [evidence, setEvidence] = useState('')
  const [checks, setChecks] = useState<ReadonlySet<VerificationCheck>>(new Set())
  const [wrong, setWrong] = useState<string>()
  const client = useQueryClient()
  const names = Object.keys(verificationChecks) as VerificationCheck[]
  const move = useMutation({
    mutationFn: () =>
      api.verification.move({
        did,
        body: {
          action,
          note,
          evidence: evidence.split(',').flatMap((id) => id.trim() || []),
          checks: [...checks],
        },
      }),
    onSuccess: (data) => {
      client.setQueryData(verificationQuery(did).queryKey, data)
      for (const key of [
        'actionItems.list',
        'vasp.get',
        'verification.queue',
        'administration.get',
      ])
        void client.invalidateQueries({ queryKey: [key] })
      toasts.success(`Verification: ${verificationWord(data.status).toLowerCase()}`)
      onClose()
    },
    onError: (error) => toasts.error(error.message),
  })
  const unchecked = action === 'approve' && checks.size < names.length
  const toggle = (name: VerificationCheck) => {
    const next = new Set(checks)
    if (!next.delete(name)) next.add(name)
    setChecks(next)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={moveOf(action).label}
      onSubmit={() => {
        if (note.trim() === '') return setWrong('Write a note')
        setWrong(undefined)
        if (!unchecked) move.mutate()
      }}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant={action === 'suspend' || action === 'reject' ? 'danger' : 'primary'}
            pending={move.isPending}
            disabledReason={unchecked ? 'Tick every check first' : undefined}
          >
            {moveOf(action).label}
          </Button>
        </>
      }
    >
      {action === 'approve' && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-medium">Checked</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={verificationChecks[name]}
              checked={checks.has(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label="Note"
        hint="The company and the network both read it."
        error={wrong}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextField
        label="Evidence"
        optional
        hint="Ids of documents, separated by commas"
        mono
        value={evidence}
        onChange={(event) => setEvidence(event.target.value)}
      />
      {move.error && (
        <Notice tone="danger" title="Not done">
          {move.error.message}
        </Notice>
      )}
    </Dialog>
  )
}
