import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** The whole page waits, and says for what. The one place with a spinner. */
export function SpinnerPage({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <LoaderCircle size={28} className="spin text-muted" aria-hidden />
      <div role="status">
        <h1 className="text-lg font-medium">{text}</h1>
      </div>
      {action}
    </main>
  )
}
