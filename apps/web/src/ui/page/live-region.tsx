import { useSyncExternalStore } from 'react'

let message = ''
let listener: (() => void) | undefined

/** Says a short text to screen readers, politely: counts, results of polls, "Copied". */
export function announce(text: string): void {
  // The same words twice would be silent; a trailing space makes them new.
  message = text === message ? `${text}\u00a0` : text
  listener?.()
}

/** The place where {@link announce} writes. Put it once, in the shell. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}

function subscribe(changed: () => void): () => void {
  listener = changed
  return () => {
    listener = undefined
  }
}
