import { cx } from '../cx.ts'
import { t } from '../language.ts'

/** A grey bar of the true shape; it appears only after 120 ms. Size it by its class. */
export function Skeleton({ className = 'h-4 w-32' }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block', className)} />
}

/** Panels of facts that are on their way, for the pages that are made of panels. */
export function SkeletonPanels({
  panels = 2,
  label = t('Loading'),
}: {
  panels?: number
  label?: string
}) {
  return (
    <div
      role="status"
      aria-label={label}
      className={cx('late grid grid-cols-1 items-start gap-4', panels > 1 && 'lg:grid-cols-2')}
    >
      {[...Array(panels).keys()].map((panel) => (
        <div key={panel} className="rounded-panel border border-line bg-panel px-5 py-4">
          <Skeleton className="h-4 w-32" />
          {['w-2/3', 'w-1/2', 'w-4/5', 'w-2/5'].map((width) => (
            <div key={width} className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-4">
              <Skeleton className="h-4 w-20" />
              <Skeleton className={cx('h-4', width)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Several lines of a paragraph or a form that is on its way, with words for screen readers. */
export function SkeletonLines({
  lines = 4,
  label = t('Loading'),
}: {
  lines?: number
  label?: string
}) {
  const widths = ['w-full', 'w-4/5', 'w-11/12', 'w-2/3']
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {[...Array(lines).keys()].map((line) => (
        <Skeleton key={line} className={cx('h-4', widths[line % widths.length])} />
      ))}
    </div>
  )
}
