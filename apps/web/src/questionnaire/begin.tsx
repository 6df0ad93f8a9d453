import type { Ddq } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { api, keyOf, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { KeptDraft } from './discard.tsx'

function useStart(did: string) {
  const queryClient = useQueryClient()
  return useChange(() => api.questionnaire.start({ did }), {
    onSuccess: (ddq) => queryClient.setQueryData(keyOf(api.questionnaire.get, { did }), ddq),
  })
}

/** No draft open: start one, or continue with what was set aside. */
export function Begin({ did, ddq }: { did: string; ddq: Ddq }) {
  const { reason } = useCan(api.questionnaire.start)
  const start = useStart(did)
  const next = (ddq.submitted?.version ?? 0) + 1
  return (
    <div className="flex flex-col gap-4">
      {ddq.discarded && <KeptDraft did={did} kept={ddq.discarded} />}
      <Panel>
        <EmptyState
          kind="nothing"
          icon={ClipboardList}
          title={next === 1 ? 'Start your questionnaire' : 'No draft open'}
          action={
            <Button
              variant="primary"
              disabledReason={reason}
              pending={start.isPending}
              onClick={() => start.mutate()}
            >
              {next === 1 ? 'Start' : `Start version ${next}`}
            </Button>
          }
        >
          {next === 1
            ? 'It takes about 40 minutes. Answers are saved as you go, and colleagues can work on it with you.'
            : `A new draft starts with the answers from version ${next - 1}, which stays current until you submit.`}
        </EmptyState>
      </Panel>
    </div>
  )
}

/** A colleague submitted or discarded the draft while the user was typing. */
export function Overtaken({ did, ddq }: { did: string; ddq: Ddq }) {
  const start = useStart(did)
  const { discarded, submitted } = ddq
  const aside = discarded !== null && discarded.at > (submitted?.submittedAt ?? '')
  return (
    <div className="mb-4">
      <Notice
        tone="warning"
        title={`A colleague ${aside ? 'discarded' : 'submitted'} this draft while you were typing`}
        action={
          <Button pending={start.isPending} onClick={() => start.mutate()}>
            {aside ? 'Start a new draft' : 'Start the next version'}
          </Button>
        }
      >
        Some of your answers aren’t included. They’re kept on this page and go into the next draft.
      </Notice>
    </div>
  )
}
