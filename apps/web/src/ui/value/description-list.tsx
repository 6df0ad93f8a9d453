import { Fragment, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language.ts'

/** One fact: its name and value. Without a value, `none` says so. */
export interface Fact {
  term: string
  value: ReactNode
}

/** Props of {@link DescriptionList}. */
export interface DescriptionListProps {
  facts: readonly Fact[]
  /** The words for a missing value. */
  none?: string
  /** For popovers: the names take no more room than they need. */
  narrow?: boolean
  className?: string
}

/** Facts about one thing, names left, values right. */
export function DescriptionList({
  facts,
  none = t('Not provided'),
  narrow,
  className,
}: DescriptionListProps) {
  return (
    <dl
      className={cx(
        'grid gap-y-0.5 text-sm sm:gap-y-2.5',
        narrow
          ? 'gap-x-3 sm:grid-cols-[5.25rem_minmax(0,1fr)]'
          : 'gap-x-6 sm:grid-cols-[minmax(8rem,12rem)_minmax(0,1fr)]',
        className,
      )}
    >
      {facts.map(({ term, value }) => (
        <Fragment key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere max-sm:mb-2.5">
            {value || value === 0 ? value : <span className="text-muted">{none}</span>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
