import { type DdqDiff, type Part, partText, questions } from '@countersign/contracts/trust'
import { diffWordsWithSpace } from 'diff'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { AnswerView } from './answer.tsx'

type Change = DdqDiff['changes'][number]

const kinds: Record<Change['kind'], readonly [BadgeTone, string]> = {
  added: ['success', 'Added'],
  changed: ['info', 'Changed'],
  removed: ['danger', 'Removed'],
}

/** What differs between two versions, question by question, word by word where both have words. */
export function DiffList({ diff }: { diff: DdqDiff }) {
  if (diff.changes.length === 0)
    return (
      <EmptyState kind="nothing" title="No changes">
        Versions {diff.from} and {diff.to} have the same answers.
      </EmptyState>
    )
  return (
    <ol className="rounded-panel border border-line bg-panel">
      {diff.changes.map((change) => (
        <li key={change.question} className="border-t border-line px-5 py-4 first:border-t-0">
          <OneChange change={change} />
        </li>
      ))}
    </ol>
  )
}

function OneChange({ change }: { change: Change }) {
  const question = questions.find(({ id }) => id === change.question)
  const [tone, word] = kinds[change.kind]
  if (!question) return null
  const parts = question.parts.filter(
    ({ name }) => JSON.stringify(change.before?.[name]) !== JSON.stringify(change.after?.[name]),
  )
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono text-xs text-muted">{question.id}</span>
        <p className="min-w-0 flex-1 font-semibold">{question.text}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {change.kind === 'changed' ? (
        parts.map((part) => (
          <PartDiff
            key={part.name}
            part={part}
            before={partText(part, change.before?.[part.name])}
            after={partText(part, change.after?.[part.name])}
            labelled={question.parts.length > 1}
          />
        ))
      ) : (
        <AnswerView question={question} answer={change.after ?? change.before} />
      )}
    </>
  )
}

interface PartDiffProps {
  part: Part
  before: string
  after: string
  labelled: boolean
}

function PartDiff({ part, before, after, labelled }: PartDiffProps) {
  let at = 0
  const pieces = diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    const key = `${at++} ${value}`
    if (added)
      return (
        <ins key={key} className="rounded-sm bg-success-soft text-success underline-offset-2">
          {value}
        </ins>
      )
    if (!removed) return value
    return (
      <del key={key} className="rounded-sm bg-danger-soft text-danger">
        {value}
      </del>
    )
  })
  return (
    <div className="mb-2 text-sm last:mb-0">
      {labelled && <p className="text-xs text-muted">{part.label}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{pieces}</p>
    </div>
  )
}
