import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** What a notice is about. */
export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<NoticeTone, readonly [LucideIcon, string]> = {
  info: [Info, 'bg-info-soft text-info'],
  success: [CircleCheck, 'bg-success-soft text-success'],
  warning: [TriangleAlert, 'bg-warning-soft text-warning'],
  danger: [CircleAlert, 'bg-danger-soft text-danger'],
}

/** Props of {@link Notice}. */
export interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Words that stay in the page, beside what they are about. Dangers are read out at once. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  const [Icon, look] = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cx('flex items-start gap-2.5 rounded-panel px-3.5 py-2.5 text-sm', look)}
    >
      <Icon size={16} className="mt-0.5" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
