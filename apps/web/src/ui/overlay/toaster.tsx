import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue } from 'react-hot-toast/headless'
import { t } from '../language.ts'
import { type DrawnToast, toasts, useToasts } from './toasts.ts'

const icons = {
  success: [CircleCheck, 'text-success'],
  error: [CircleAlert, 'text-danger'],
  loading: [LoaderCircle, 'spin text-muted'],
  blank: [Info, 'text-info'],
  custom: [Info, 'text-info'],
} as const

/**
 * Draws the toasts at the top centre, 8 px apart, between the top bar’s search and its buttons; on a phone
 * below the bar. Put it once, in the shell.
 */
export function Toaster() {
  const { drawn, pause, resume } = useToasts()
  // Beside the root, where dialogs are too: inside it, their backdrop would cover the toasts.
  return createPortal(
    <section
      data-toaster
      // Each toast speaks for itself; the attribute keeps open dialogs from hiding this place.
      aria-live="off"
      aria-label={t('Notifications')}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 top-22 z-60 sm:top-4 flex flex-col items-center gap-2"
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
      inert={!toast.visible}
      className="toast pop pointer-events-auto flex max-w-[30rem] sm:max-w-[19rem] items-center gap-2.5 py-1.5 pr-1.5 pl-3"
    >
      <Icon size={16} className={look} aria-hidden />
      <div {...toast.ariaProps} className="min-w-0 py-1 text-sm wrap-anywhere">
        {resolveValue(toast.message, toast)}
      </div>
      {action && (
        <button
          type="button"
          onMouseDown={keepFocus}
          className="min-h-7 rounded-control px-2 text-sm font-semibold text-accent hover:bg-hover"
          onClick={() => {
            action.run()
            toasts.done(action)
            toasts.dismiss(toast.id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        onMouseDown={keepFocus}
        aria-label={t('Dismiss')}
        onClick={() => toasts.dismiss(toast.id)}
        className="grid size-7 place-items-center rounded-control text-muted hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}

/** The button goes away with its toast; focus had better stay where the work is. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
