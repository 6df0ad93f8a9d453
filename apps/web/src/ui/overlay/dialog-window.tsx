import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { t } from '../language.ts'
import type { DialogProps } from './dialog.tsx'

/** The window itself. */
export function DialogWindow(props: DialogProps) {
  const { open, onOpenChange, title, description, onSubmit, wide, alert } = props
  const Root = alert ? AlertDialog.Root : Base.Root
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Root
      open={open}
      onOpenChange={(next, details) => {
        if (causedByToast(details)) details.cancel()
        else onOpenChange?.(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop z-40" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            // Whoever opens a form types next. By touch, the keyboard would cover half of it.
            initialFocus={(how) =>
              (how !== 'touch' && popup.current?.querySelector<HTMLElement>(fields)) || true
            }
            className={cx(
              'pop flex max-h-[90dvh] w-full flex-col max-sm:rounded-b-none sm:max-h-[calc(100dvh-3rem)]',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-[30rem]',
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <div className="min-w-0">
                <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-sm text-muted wrap-anywhere">
                    {description}
                  </Base.Description>
                )}
              </div>
              {!alert && (
                <Base.Close render={<IconButton icon={X} label={t('Close')} className="-mr-2" />} />
              )}
            </div>
            {onSubmit ? (
              <form noValidate className={bodyClass} onSubmit={prevented(onSubmit)}>
                <Body {...props} />
              </form>
            ) : (
              <div className={bodyClass}>
                <Body {...props} />
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Root>
  )
}

const fields = ':is(input, select, textarea):not(:disabled, [type="hidden"], [type="file"])'

const bodyClass = 'flex min-h-0 flex-col'

function Body({ children, footer }: DialogProps) {
  return (
    <>
      {/* The headers of tables hold to the window, not to the page under it. */}
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 py-4 [--top-inset:0px]">
        {children}
      </div>
      {footer && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          {footer}
        </div>
      )}
    </>
  )
}

/** A click on a toast is no click beside the dialog: nothing typed may be lost by it. */
export function causedByToast({ event, reason }: { event: Event; reason: string }): boolean {
  if (reason === 'escape-key') return false
  return event.target instanceof Element && event.target.closest('[data-toaster]') !== null
}

/** Closes the dialog or drawer it stands in; wrap a `Button`. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />
}

type Submit = NonNullable<DialogProps['onSubmit']>

function prevented(onSubmit: Submit): Submit {
  return (event) => {
    event.preventDefault()
    onSubmit(event)
  }
}
