import {
  flagsOf,
  isAsked,
  problemsOf,
  type Question,
  questionnaireForm,
} from '@countersign/contracts/trust'
import { Check, CircleAlert, CircleDashed, Flag, LoaderCircle, Users } from 'lucide-react'
import { type FocusEvent, memo, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { PartControl } from './part.tsx'
import type { Saver, Slot } from './saver.ts'

interface Props {
  question: Question
  saver: Saver
  /** Shows what is missing, also where nobody has been yet. */
  checking: boolean
  disabled: boolean
  onConflict: (question: string) => void
}

/** One question. A key typed here draws this question alone. */
export const QuestionCard = memo(function QuestionCard(props: Props) {
  const { question, saver, checking, disabled, onConflict } = props
  const { id, required } = question
  const slot = useSyncExternalStore(
    (listener) => saver.subscribe(id, listener),
    () => saver.get(id),
  )
  const [left, setLeft] = useState(false)
  const wrong = problemsOf(question, slot.value)
  const problems = left || checking ? wrong : []
  const flags = flagsOf(questionnaireForm.sections, { [id]: slot.value })
  const leave = (event: FocusEvent) => {
    // A popup of a control is no other question.
    const to = event.relatedTarget
    if (to instanceof Node && event.currentTarget.contains(to)) return
    saver.release(id)
    setLeft(true)
    void saver.flush()
  }
  return (
    <article
      id={`q-${id}`}
      aria-labelledby={`q-${id}-text`}
      onFocus={() => saver.hold(id)}
      onBlur={leave}
      className="border-t border-line py-5 first:border-t-0 first:pt-1"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 gap-3">
          <span className="w-7 shrink-0 font-mono text-xs leading-5 text-muted">{id}</span>
          <div className="min-w-0">
            <h3 id={`q-${id}-text`} className="font-semibold text-balance">
              {question.text}
              {!required && <span className="font-normal text-muted"> (optional)</span>}
            </h3>
            {question.help && <p className="mt-0.5 text-sm text-muted">{question.help}</p>}
          </div>
        </div>
        <SaveState slot={slot} incomplete={wrong.length > 0} onConflict={() => onConflict(id)} />
      </div>
      <div className="mt-3 flex flex-col gap-4 sm:pl-10">
        {question.parts
          .filter((part) => isAsked(part, slot.value))
          .map((part) => (
            <PartControl
              key={part.name}
              part={part}
              name={
                question.parts.length === 1 || part.label === 'Answer' ? question.text : undefined
              }
              value={slot.value[part.name]}
              optional={required && part.optional === true}
              error={problems.find((problem) => problem.part === part.name)?.says}
              disabled={disabled}
              onChange={(value) => saver.type(id, { ...saver.get(id).value, [part.name]: value })}
            />
          ))}
        {slot.status === 'refused' && (
          <p role="alert" className="flex items-center gap-1.5 text-xs text-danger">
            <CircleAlert size={12} aria-hidden />
            Not saved: {slot.message}
          </p>
        )}
        {flags.map(({ says }) => (
          <p key={says} className="flex items-center gap-1.5 text-xs text-warning">
            <Flag size={12} aria-hidden />
            Readers see a flag: {says}
          </p>
        ))}
      </div>
    </article>
  )
})

interface SaveStateProps {
  slot: Slot
  /** Something of the answer is missing or wrong. */
  incomplete: boolean
  onConflict: () => void
}

function SaveState({ slot, incomplete, onConflict }: SaveStateProps) {
  const { status, message } = slot
  const base = 'flex shrink-0 items-center gap-1 text-xs leading-5 whitespace-nowrap'
  if (status === 'conflict')
    return (
      <Button icon={Users} onClick={onConflict} className="border-warning! text-warning!">
        Choose<span className="sr-only"> between two answers</span>
      </Button>
    )
  if (status === 'failed' || status === 'refused')
    return (
      <span title={message} className={cx(base, 'text-danger')}>
        <CircleAlert size={12} aria-hidden />
        Not saved
        <span className="sr-only">: {message}</span>
      </span>
    )
  if (status !== 'saved')
    return (
      <span className={cx(base, 'text-muted')}>
        <LoaderCircle size={12} className="spin" aria-hidden />
        Saving
      </span>
    )
  if (slot.seen === 0) return null
  // Saved as it stands, which is not yet an answer.
  if (incomplete)
    return (
      <span className={cx(base, 'text-warning')}>
        <CircleDashed size={12} aria-hidden />
        Incomplete
      </span>
    )
  return (
    <span className={cx(base, 'text-muted')}>
      <Check size={12} aria-hidden />
      Saved
    </span>
  )
}
