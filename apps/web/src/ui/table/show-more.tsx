import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { t } from '../language.ts'

/** What {@link ShowMore} needs to know of a list that is read page by page. */
export interface PagesSoFar {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Gets the next page of a list; nothing once the list is complete. */
export function ShowMore({
  pages,
  label = t('Show more'),
  className,
}: {
  pages: PagesSoFar
  /** What comes next, such as "Show older versions". */
  label?: string | undefined
  className?: string
}) {
  if (!pages.hasNextPage) return null
  return (
    <div className={cx('mt-3 flex justify-center', className)} data-print="hide">
      <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
