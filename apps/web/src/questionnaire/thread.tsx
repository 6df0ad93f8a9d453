import { type DdqComment, type DdqThread, ddqCommentLimit } from '@countersign/contracts/trust'
import { useState } from 'react'
import { api, useChange } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'
import { placeLabel, threadStatus, threadsChanged } from './threads.ts'
import { WriteForm } from './write-form.tsx'

/** One question and what was said about it, with what the company can do next. */
export function Thread({ thread, company }: { thread: DdqThread; company: string }) {
  const { id, about, ownerDid, requestingVASPName, status, version, comments, isShared } = thread
  const isOwner = ownerDid === company
  const [tone, word] = threadStatus(status, isOwner)
  const { reason } = useCan(api.questionnaireThread.comment)
  const [writing, setWriting] = useState(false)
  const where = { did: company, thread: id }
  const say = useChange(
    (text: string) => api.questionnaireThread.comment({ ...where, body: { text } }),
    {
      invalidates: threadsChanged,
      onSuccess: () => setWriting(false),
      showsFailure: true,
    },
  )
  const move = useChange((to: 'resolve' | 'reopen') => api.questionnaireThread[to](where), {
    invalidates: threadsChanged,
    says: (_, to) => (to === 'resolve' ? 'Question resolved' : 'Question reopened'),
  })
  const name = <span className="sr-only"> question about {placeLabel(about)}</span>
  const verb = isOwner ? 'Answer' : 'Follow up'
  return (
    <article
      aria-label={`Question about ${placeLabel(about)}`}
      className="flex flex-col gap-2 border-l-2 border-line pl-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={tone}>{word}</Badge>
        <span>
          {isOwner && `${requestingVASPName}, `}version {version}
        </span>
      </div>
      <ol className="flex flex-col gap-2">
        {comments.map((comment) => (
          <Said key={comment.id} comment={comment} thread={thread} company={company} />
        ))}
      </ol>
      {!isShared ? (
        <p className="text-sm text-muted">
          {requestingVASPName} no longer has access to the questionnaire.
        </p>
      ) : writing ? (
        <WriteForm
          label={verb}
          name={`${verb}: question about ${placeLabel(about)}`}
          submit={isOwner ? 'Send answer' : 'Send'}
          change={say}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2" data-print="hide">
          {status === 'RESOLVED' ? (
            <Button
              disabledReason={reason}
              pending={move.isPending}
              onClick={() => move.mutate('reopen')}
            >
              Reopen{name}
            </Button>
          ) : (
            <>
              <Button
                disabledReason={
                  reason ??
                  (comments.length >= ddqCommentLimit ? 'This question is full' : undefined)
                }
                onClick={() => setWriting(true)}
              >
                {verb}
                {name}
              </Button>
              {!isOwner && (
                <Button
                  disabledReason={reason}
                  pending={move.isPending}
                  onClick={() => move.mutate('resolve')}
                >
                  Resolve{name}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </article>
  )
}

type SaidProps = { comment: DdqComment; thread: DdqThread; company: string }

function Said({ comment, thread, company }: SaidProps) {
  const { company: author, by, at, text } = comment
  const other = author === thread.ownerDid ? thread.ownerName : thread.requestingVASPName
  return (
    <li className="rounded-control bg-hover px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
        <span className="font-medium">
          {author === company ? (by?.name ?? 'Your company') : other}
        </span>
        <span className="text-muted">
          <Time value={at} />
        </span>
      </div>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text}</p>
    </li>
  )
}
