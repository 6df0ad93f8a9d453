import { type Answers, type Ddq, diffOf, questionnaireForm } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, keyOf, useChange } from '../api/index.ts'
import { useCan, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'
import type { Saver } from './saver.ts'

/** Brings back the draft that was discarded last. */
function useRestore(did: string) {
  const queryClient = useQueryClient()
  return useChange(() => api.questionnaire.restore({ did }), {
    onSuccess: (ddq) => {
      queryClient.setQueryData(keyOf(api.questionnaire.get, { did }), ddq)
      // The news of the discarding still offers to undo it.
      toasts.dismiss()
      toasts.success('Draft restored')
    },
  })
}

type ButtonProps = { did: string; ddq: Ddq; draft: NonNullable<Ddq['draft']>; saver: Saver }

/** Goes back to what was submitted last; a copy is kept. */
export function DiscardButton({ did, ddq, draft, saver }: ButtonProps) {
  const { reason } = useCan(api.questionnaire.discard)
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const restore = useRestore(did)
  const before = ddq.submitted
  const changes = asking ? changesOf(before?.answers ?? {}, saver.values()) : 0
  const discard = async () => {
    await saver.flush()
    if (saver.counts().unsaved > 0)
      throw new Error('Some answers aren’t saved yet. Save them first to keep them.')
    const fresh = await api.questionnaire.get({ did })
    if (fresh.draft?.version !== draft.version)
      throw new Error('A colleague has submitted or discarded this draft')
    const { version, revision } = fresh.draft
    const after = await api.questionnaire.discard({ did, query: { version, revision } })
    queryClient.setQueryData(keyOf(api.questionnaire.get, { did }), after)
    toasts.success(
      'Draft discarded',
      after.discarded ? { label: 'Undo', run: () => restore.mutate() } : undefined,
    )
  }
  return (
    <ConfirmDialog
      harmless
      onOpenChange={setAsking}
      trigger={
        <Button variant="quiet" icon={Trash2} disabledReason={reason}>
          Discard draft
        </Button>
      }
      title={`Discard the draft of version ${draft.version}?`}
      confirmLabel="Discard draft"
      onConfirm={discard}
    >
      {before
        ? `${countOf(changes)} from version ${before.version}, which stays as it is.`
        : changes === 1
          ? 'It has 1 answer.'
          : `It has ${changes} answers.`}{' '}
      You can restore it for 30 days.
    </ConfirmDialog>
  )
}

const changesOf = (before: Answers, after: Answers) =>
  diffOf(questionnaireForm.sections, before, after).length

const countOf = (changes: number) =>
  changes === 0
    ? 'No answers differ'
    : changes === 1
      ? '1 answer differs'
      : `${changes} answers differ`

/** A discarded draft that can still be brought back. */
export function KeptDraft({ did, kept }: { did: string; kept: NonNullable<Ddq['discarded']> }) {
  const { reason } = useCan(api.questionnaire.discard)
  const viewer = useViewer()
  const restore = useRestore(did)
  return (
    <Notice
      title={`A draft of version ${kept.version} was discarded`}
      action={
        <Button
          disabledReason={reason}
          pending={restore.isPending}
          onClick={() => restore.mutate()}
        >
          Restore
        </Button>
      }
    >
      By {kept.by === viewer.did ? 'you' : 'a colleague'}, <Time value={kept.at} />. It has{' '}
      {kept.answers === 1 ? '1 answer' : `${kept.answers} answers`} and is kept until{' '}
      <Time value={kept.until} format="day" />.
    </Notice>
  )
}
