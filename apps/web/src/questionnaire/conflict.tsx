import type { Answer, DraftAnswer, Question } from '@countersign/contracts/trust'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Time } from '../ui/value/time.tsx'
import { AnswerView } from './answer.tsx'

interface Props {
  question: Question
  mine: Answer
  theirs: DraftAnswer
  /** Who wrote the other value, where that is known. */
  who: string
  onSettle: (value: Answer) => void
  onClose: () => void
}

/** Two people answered at once: both values side by side, and the choice. */
export function ConflictDialog({ question, mine, theirs, who, onSettle, onClose }: Props) {
  const both = joined(question, mine, theirs.value)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Two answers to ${question.id}`}
      description={question.text}
      footer={
        <>
          {both && <Button onClick={() => onSettle(both)}>Keep both texts</Button>}
          <Button onClick={() => onSettle(theirs.value)}>Use theirs</Button>
          <Button variant="primary" onClick={() => onSettle(mine)}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <section aria-label="Your answer" className="rounded-control border border-line p-3">
          <p className="mb-2 text-xs font-medium text-muted">Yours (not saved)</p>
          <AnswerView question={question} answer={mine} />
        </section>
        <section aria-label="Their answer" className="rounded-control border border-line p-3">
          <p className="mb-2 text-xs font-medium text-muted">
            {who}, <Time value={theirs.updatedAt} />
          </p>
          <AnswerView question={question} answer={theirs.value} />
        </section>
      </div>
    </Dialog>
  )
}

/** Both long texts, one under the other; nothing where the answers differ in more than text. */
function joined(question: Question, mine: Answer, theirs: Answer): Answer | undefined {
  const texts = question.parts.filter(
    ({ name, type }) => type === 'longtext' && mine[name] !== theirs[name],
  )
  if (texts.length === 0) return undefined
  const merged = texts.map(({ name }) => [
    name,
    [theirs[name], mine[name]].filter((text) => typeof text === 'string' && text).join('\n\n'),
  ])
  return { ...mine, ...Object.fromEntries(merged) }
}
