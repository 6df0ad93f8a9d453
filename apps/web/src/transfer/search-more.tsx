import type { PaginateInfo } from '@countersign/contracts/transactions'
import { useEffect } from 'react'
import { type PagesSoFar, ShowMore } from '../ui/table/show-more.tsx'
import { Time } from '../ui/value/time.tsx'

/** So many pages in a row that were searched only in part are followed by the next without a question. */
const followed = 5

/** Gets the next page of a list. Where the search stopped before a page was full, it goes on by itself for a while. */
export function SearchMore({
  pages,
  infos,
}: {
  pages: PagesSoFar & { isFetchNextPageError: boolean }
  /** Of the pages so far. */
  infos: readonly Pick<PaginateInfo, 'scannedUntil'>[]
}) {
  const until = infos.at(-1)?.scannedUntil ?? null
  const isPartial = until !== null
  const recent = infos.slice(-followed)
  const goesOn =
    isPartial && (recent.length < followed || recent.some(({ scannedUntil }) => !scannedUntil))
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  useEffect(() => {
    if (goesOn && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!isPartial) return <ShowMore pages={pages} />
  const isTime = until.includes('T')
  return (
    <div role="status" className="mt-3 text-center text-sm text-muted">
      {isTime ? (
        <>
          Searched back to <Time value={until} format="day" />
        </>
      ) : (
        'Searched part of the list'
      )}
      <ShowMore pages={pages} label="Continue searching" />
    </div>
  )
}
