import { announce } from '../ui/page/live-region.tsx'
import { acts } from './act-table.ts'
import { dropAct, heldActs } from './held-acts.ts'

/** What is about to be done to a transfer of the list, and the way to take it back. */
export function HeldNote({ id }: { id: string }) {
  const act = heldActs.use().find((one) => one.id === id)
  if (!act) return null
  const words = {
    held: `${acts[act.action]?.label}: sent in a moment`,
    sending: 'Sending…',
    unsent: 'Not sent',
  }
  return (
    <span className="mt-0.5 flex items-center gap-2 text-xs font-medium">
      {words[act.state]}
      {act.state === 'held' && (
        <button
          type="button"
          className="min-h-6 rounded-control px-1.5 text-accent underline hover:bg-hover"
          onClick={() => {
            dropAct(id)
            announce('Undone')
          }}
        >
          Undo
        </button>
      )}
    </span>
  )
}
