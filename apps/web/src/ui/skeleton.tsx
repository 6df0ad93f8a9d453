import { cx } from './cx.ts'

/** A grey bar of the true shape; it appears only after 120 ms. Size it by its class. */
export function Skeleton({ className = 'h-4 w-32' }: { className?: string }) {
  return <span aria-hidden className={cx('skeleton block', className)} />
}

/** Several lines of a paragraph or a form that is on its way, with words for screen readers. */
export function SkeletonLines({
  lines = 4,
  label = 'Loading',
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
