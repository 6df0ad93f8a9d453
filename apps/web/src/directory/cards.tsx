import { Link } from '@tanstack/react-router'
import { Badges, RegulatoryStatus } from '../company/index.ts'
import { ReviewBadge } from '../review/index.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { Avatar } from '../ui/value/avatar.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'
import { Countries, type DirectoryRow } from './columns.tsx'

/** The directory as cards: what a company says of itself has room here. */
export function DirectoryCards({
  rows,
  activeKey,
  onReview,
  own,
}: {
  rows: readonly DirectoryRow[] | undefined
  activeKey: string | undefined
  onReview: ((vasp: DirectoryRow) => void) | undefined
  own: string | null
}) {
  return (
    <ul
      aria-label="Companies"
      aria-busy={!rows}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      {rows
        ? rows.map((vasp) => (
            <li
              key={vasp.did}
              data-row
              aria-current={activeKey === vasp.did ? true : undefined}
              className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-4 hover:border-control aria-current:bg-accent-soft"
            >
              <div className="flex items-start gap-3">
                <Avatar name={vasp.name} src={vasp.logo ?? undefined} />
                <div className="min-w-0">
                  <Link
                    to="/network/vasps/$did"
                    params={{ did: vasp.did }}
                    className={rowLinkClass}
                  >
                    {vasp.name}
                  </Link>
                  <p className="truncate text-sm text-muted">{vasp.legalName ?? vasp.website}</p>
                </div>
              </div>
              <Badges vasp={vasp} hideDeactivatedBadges />
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <RegulatoryStatus status={vasp.regulatoryStatus} />
                <Countries codes={vasp.jurisdictions ?? []} most={3} />
              </p>
              {onReview && vasp.did !== own && (
                <div className="mt-auto flex items-center justify-between gap-2 border-t border-line pt-3">
                  <ReviewBadge review={vasp.review} waiting={vasp.waitingReview} />
                  <Button onClick={() => onReview(vasp)}>
                    Review<span className="sr-only"> {vasp.name}</span>
                  </Button>
                </div>
              )}
            </li>
          ))
        : [...Array(9).keys()].map((at) => (
            <li key={at} className="rounded-panel border border-line bg-panel p-4">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="mt-4 h-4 w-full" />
              <Skeleton className="mt-3 h-4 w-2/3" />
            </li>
          ))}
    </ul>
  )
}
