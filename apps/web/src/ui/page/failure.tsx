import { wordsOf } from '../value/words-of.ts'
import { Notice } from './notice.tsx'

/** Props of {@link Failure}. */
export interface FailureProps {
  /** What was thrown; without it there is nothing to say. */
  error: unknown
  /** What did not happen, such as `Not saved`. */
  title?: string | undefined
}

/** Says why something did not work, beside the button that was pressed. */
export function Failure({ error, title }: FailureProps) {
  if (!error) return null
  return (
    <Notice tone="danger" title={title}>
      <p className="whitespace-pre-line">{wordsOf(error)}</p>
    </Notice>
  )
}
