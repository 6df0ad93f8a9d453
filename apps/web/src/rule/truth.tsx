import type { Truth as Value } from '@countersign/contracts/transactions'

const marks: Record<Value, readonly [string, string]> = {
  TRUE: ['✓', 'matches'],
  FALSE: ['✗', 'doesn’t match'],
  UNKNOWN: ['?', 'not known'],
}

/** Whether a rule or a condition holds, as a sign. */
export function Truth({ value }: { value: Value }) {
  const [mark, words] = marks[value]
  return (
    <>
      <span aria-hidden>{mark}</span>
      <span className="sr-only">{words}:</span>
    </>
  )
}
