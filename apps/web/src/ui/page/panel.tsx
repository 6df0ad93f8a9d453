import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/** Props of {@link Panel}. */
export interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Buttons of a form, at the end. */
  footer?: ReactNode
  /** Lets tables and lists reach the border. */
  flush?: boolean
  headingLevel?: 2 | 3
  /** Longer than a sheet of paper: it may break between its list items. */
  long?: boolean
  /** One of many alike: no landmark of its own. */
  item?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A white sheet with a hairline; with a title it is a named section. */
export function Panel(props: PanelProps) {
  const {
    title,
    description,
    actions,
    footer,
    flush,
    headingLevel = 2,
    long,
    item,
    className,
    children,
  } = props
  const id = useId()
  const Heading = `h${headingLevel}` as const
  const Sheet = item ? 'article' : title ? 'section' : 'div'
  return (
    <Sheet
      aria-labelledby={title ? id : undefined}
      data-print={long ? 'long' : undefined}
      className={cx('rounded-panel border border-line bg-panel', className)}
    >
      {(title || actions) && (
        <div
          className={cx(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4',
            flush && 'pb-3',
          )}
        >
          <div className="min-w-0 flex-1 basis-48">
            <Heading id={id} className="text-base font-semibold">
              {title}
            </Heading>
            {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? '' : 'px-5 py-4'}>{children}</div>
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          {footer}
        </div>
      )}
    </Sheet>
  )
}
