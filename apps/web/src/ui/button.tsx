import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { cx } from './cx.ts'
import { toasts } from './overlay/toasts.ts'
import { Tooltip } from './overlay/tooltip.tsx'
import { VisuallyHidden } from './page/visually-hidden.tsx'

/** How much a button asks for attention; `danger` is for what cannot be undone. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-control bg-panel text-text hover:bg-hover',
  quiet: 'border-transparent text-text hover:bg-hover',
  danger: 'border-transparent bg-danger text-on-accent hover:bg-danger-hover',
}

const off = 'border-line bg-hover text-muted'

/** The look of a button, for links that should look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', disabled = false): string {
  return cx(
    'inline-flex min-h-control items-center justify-center gap-1.5 rounded-control border px-3',
    'text-sm font-semibold whitespace-nowrap select-none pointer-coarse:min-h-10 print:hidden',
    disabled ? off : variants[variant],
  )
}

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant
  icon?: LucideIcon | undefined
  /** Work is under way: the button keeps its place and focus but does nothing. */
  pending?: boolean | undefined
  /** Why the button cannot be used. It stays in the tab order, so that the reason can be read. */
  disabledReason?: string | undefined
}

/** A button that explains itself when it cannot be used. */
export function Button(props: ButtonProps) {
  const { variant, icon: Icon, pending, disabledReason, className, children, ...rest } = props
  const reasonId = useId()
  const blocked = Boolean(pending || disabledReason)
  const button = (
    <button
      type="button"
      {...rest}
      {...(blocked && { 'aria-disabled': true, onClick: (event) => stop(event, disabledReason) })}
      {...(pending && { 'aria-busy': true })}
      {...(disabledReason && { 'aria-describedby': reasonId })}
      className={cx(
        buttonClass(variant, Boolean(disabledReason)),
        pending && 'cursor-progress',
        className,
      )}
    >
      {pending ? (
        <LoaderCircle className="spin" size={16} aria-hidden />
      ) : (
        Icon && <Icon size={16} aria-hidden />
      )}
      {children}
    </button>
  )
  if (!disabledReason) return button
  return (
    <>
      <Tooltip text={disabledReason} keepOnClick>
        {button}
      </Tooltip>
      <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>
    </>
  )
}

/** A blocked submit button must not submit either. Touch shows no tooltip, so it gets a toast. */
function stop(event: MouseEvent, reason: string | undefined): void {
  event.preventDefault()
  event.stopPropagation()
  const { nativeEvent } = event
  const touched = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
  if (touched && reason) toasts.info(reason)
}
