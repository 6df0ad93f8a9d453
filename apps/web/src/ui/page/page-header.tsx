import type { ReactNode } from 'react'

/** Props of {@link PageHeader}. */
export interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Links back to the level above. */
  above?: ReactNode
  /** A logo before the title. */
  logo?: ReactNode
  /** Badges and ids under the title. */
  meta?: ReactNode
  actions?: ReactNode
}

/** The head of a page. Its `h1` takes focus after a change of route: {@link focusPageHeading}. */
export function PageHeader({ title, description, above, logo, meta, actions }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {above && <div className="mb-2 text-sm text-muted">{above}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
          {logo}
          <div className="min-w-0">
            <h1
              tabIndex={-1}
              data-page-heading
              className="text-xl font-[650] tracking-[-0.015em] wrap-anywhere"
            >
              {title}
            </h1>
            {description && (
              <p className="mt-1 max-w-[70ch] text-muted wrap-anywhere">{description}</p>
            )}
            {meta && (
              <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">{meta}</div>
            )}
          </div>
        </div>
        {actions && (
          <div data-print="hide" className="flex flex-wrap items-center gap-2">
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}

/** Moves focus to the page's `h1`, so that a new page is read from its start. */
export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
}
