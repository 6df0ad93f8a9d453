import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './overlay/tooltip.tsx'

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does: the accessible name and the tooltip. */
  label: string
  size?: 'small' | 'normal'
}

/** A button with an icon alone. */
export function IconButton({
  icon: Icon,
  label,
  size = 'normal',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-control text-muted',
          'hover:bg-hover hover:text-text disabled:opacity-50 data-popup-open:bg-hover print:hidden',
          size === 'small' ? 'size-6' : 'size-control pointer-coarse:size-10',
          className,
        )}
      >
        <Icon size={size === 'small' ? 14 : 16} aria-hidden />
      </button>
    </Tooltip>
  )
}
