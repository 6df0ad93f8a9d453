import { Circle, CircleAlert, CircleCheck, CircleX, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** What a badge means. `outline` is for what is not (yet) true, `ink` for the highest standing. */
export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'ink' | 'outline'

const tones: Record<BadgeTone, readonly [LucideIcon, string]> = {
  neutral: [Circle, 'border-transparent bg-neutral-soft text-muted'],
  success: [CircleCheck, 'border-transparent bg-success-soft text-success'],
  warning: [CircleAlert, 'border-transparent bg-warning-soft text-warning'],
  danger: [CircleX, 'border-transparent bg-danger-soft text-danger'],
  info: [Info, 'border-transparent bg-info-soft text-info'],
  ink: [CircleCheck, 'border-transparent bg-ink text-on-ink'],
  outline: [Circle, 'border-line text-muted'],
}

/** Props of {@link Badge}. */
export interface BadgeProps {
  tone?: BadgeTone
  /** Takes the place of the tone's own icon. */
  icon?: LucideIcon
  /** The status in one or two words: colour and icon never stand alone. */
  children: ReactNode
}

/** A status pill: icon and word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  const [toneIcon, look] = tones[tone]
  const Icon = icon ?? toneIcon
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-full border px-2 align-middle',
        'text-xs font-medium whitespace-nowrap',
        look,
      )}
    >
      <Icon size={12} aria-hidden />
      {children}
    </span>
  )
}
