import { type DdqThread, ddqThreadLimit } from '@countersign/contracts/trust'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Thread } from './thread.tsx'
import { type Place, placeLabel, placeOrder, threadStatus, threadsChanged } from './threads.ts'
import { WriteForm } from './write-form.tsx'

interface Props {
  about: Place
  company: string
  owner: string
  /** The version that is read. */
  version: number
  threads: readonly DdqThread[]
}

/** What was asked about an answer or a section, beside it, and the way to ask. */
export function Asking({ about, company, owner, version, threads }: Props) {
  const { reason } = useCan(api.questionnaireThread.ask)
  const [writing, setWriting] = useState(false)
  const ask = useChange(
    (text: string) =>
      api.questionnaireThread.ask({
        did: company,
        body: { ownerDid: owner, version, about, text },
      }),
    {
      invalidates: threadsChanged,
      says: 'Question sent',
      onSuccess: () => setWriting(false),
      showsFailure: true,
    },
  )
  const here = threads.filter((thread) => thread.about === about)
  const isSection = about.length === 1
  const refused =
    reason ??
    (threads.length >= ddqThreadLimit
      ? `You can ask a company ${ddqThreadLimit} questions`
      : undefined)
  const what = isSection ? `section ${about}` : about
  return (
    <div className={cx('flex flex-col gap-3', !isSection && 'mt-2 empty:hidden')}>
      {here
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
        .map((thread) => (
          <Thread key={thread.id} thread={thread} company={company} />
        ))}
      {writing ? (
        <WriteForm
          label="Question"
          name={`Question about ${what}`}
          hint="The company sees your question, and that your company asked it."
          submit="Send question"
          change={ask}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <div className={isSection ? undefined : 'absolute -top-1.5 right-0'} data-print="hide">
          {isSection ? (
            <Button
              icon={MessageCircleQuestion}
              disabledReason={refused}
              onClick={() => setWriting(true)}
            >
              Ask about this section<span className="sr-only">: {what}</span>
            </Button>
          ) : refused ? null : (
            <IconButton
              icon={MessageCircleQuestion}
              label={`Ask about ${about}`}
              onClick={() => setWriting(true)}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** The own questions that are not resolved, each a way to its place. */
export function AskedList({ threads }: { threads: readonly DdqThread[] }) {
  const open = threads
    .filter(({ status }) => status !== 'RESOLVED')
    .toSorted((a, b) => placeOrder(a.about) - placeOrder(b.about))
  if (open.length === 0) return null
  return (
    <div id="questions" className="scroll-mt-20">
      <Panel title={open.length === 1 ? '1 open question' : `${open.length} open questions`}>
        <ul className="flex flex-col gap-2">
          {open.map(({ id, about, status, comments }) => {
            const [tone, word] = threadStatus(status, false)
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <Badge tone={tone}>{word}</Badge>
                <a
                  href={about.length === 1 ? `#s-${about}` : `#a-${about}`}
                  className="min-w-0 flex-1 basis-48 truncate hover:underline"
                >
                  <span className="font-medium">{placeLabel(about)}</span>{' '}
                  <span className="text-muted">{comments[0]?.text}</span>
                </a>
              </li>
            )
          })}
        </ul>
      </Panel>
    </div>
  )
}
