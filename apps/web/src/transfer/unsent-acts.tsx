import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { acts } from './act-table.ts'
import { dropAct, findUnsentActs, type HeldAct, heldActs, sendAct } from './held-acts.ts'
import { transferQuery } from './queries.ts'
import { useActAnswered } from './use-act-answered.ts'
import { amountWords, counterpartyWords } from './words.tsx'

/** Asks about the viewer's acts that did not reach the server. */
export function UnsentActs({ company }: { company: string }) {
  const { did } = useViewer()
  useEffect(findUnsentActs, [])
  const unsent = heldActs
    .use()
    .filter((act) => act.state === 'unsent' && act.company === company && act.by === did)
  if (unsent.length === 0) return null
  return (
    <div className="mb-4 flex flex-col gap-2" role="status">
      {unsent.map((act) => (
        <Unsent key={act.id} act={act} />
      ))}
    </div>
  )
}

/** One of them. It may have arrived after all: then there is nothing to ask. */
function Unsent({ act }: { act: HeldAct }) {
  const answered = useActAnswered(act.company)
  const { data, error } = useQuery({
    ...transferQuery(act.company, act.id),
    refetchInterval: 5000,
    networkMode: 'always',
  })
  const isDone = data !== undefined && data.version !== act.version
  const isGone = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (isDone || isGone) dropAct(act.id)
  }, [isDone, isGone, act.id])
  const words = act.words ?? (data && `${amountWords(data)}, ${counterpartyWords(data)}`)
  if (!words || isDone || isGone) return null
  return (
    <Notice
      tone="warning"
      title={`“${acts[act.action]?.label}” for ${words} wasn’t sent`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void sendAct(act.id, answered)}>Send now</Button>
          <Button variant="quiet" onClick={() => dropAct(act.id)}>
            Discard
          </Button>
        </div>
      }
    >
      The server couldn’t be reached.
    </Notice>
  )
}
