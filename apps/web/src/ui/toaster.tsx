import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { resolveValue } from 'react-hot-toast/headless'
import { Button } from './button.tsx'
import { type DrawnToast, toasts, useToasts } from './toasts.ts'

const icons = {
  success: [CircleCheck, 'text-success'],
  error: [CircleAlert, 'text-danger'],
  loading: [LoaderCircle, 'spin text-muted'],
  blank: [Info, 'text-info'],
  custom: [Info, 'text-info'],
} as const

/** Draws the toasts at the top centre, 8 px apart. Put it once, in the shell. */
export function Toaster() {
  const { drawn, pause, resume } = useToasts()
  // Beside the root, where dialogs are too: inside it, their backdrop would cover the toasts.
  return createPortal(
    <section
      data-toaster
      aria-label="Notifications"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 top-4 z-60 flex flex-col items-center gap-2"
    >
      {drawn.map((one) => (
        <Card key={one.toast.id} {...one} />
      ))}
    </section>,
    document.body,
  )
}

function Card({ toast, action }: DrawnToast) {
  const [Icon, look] = icons[toast.type]
  return (
    <div
      data-leaving={toast.visible ? undefined : ''}
      className="toast pop pointer-events-auto flex max-w-[30rem] items-center gap-2.5 py-1.5 pr-1.5 pl-3"
    >
      <Icon size={16} className={look} aria-hidden />
      <div {...toast.ariaProps} className="min-w-0 py-1 text-sm wrap-anywhere">
        {resolveValue(toast.message, toast)}
      </div>
      {action && (
        <Button
          variant="quiet"
          className="min-h-7 text-accent"
          onClick={() => {
            action.run()
            toasts.dismiss(toast.id)
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toasts.dismiss(toast.id)}
        className="grid size-7 place-items-center rounded-control text-muted hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
