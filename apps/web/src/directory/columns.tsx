import type { ListedVasp, PublicVasp } from '@countersign/contracts/trust'
import { reviewLabels } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { Badges, RegulatoryStatus } from '../company/index.ts'
import { countryName } from '../jurisdiction/index.ts'
import { OwnCompany, ReviewBadge } from '../review/index.ts'
import type { CsvColumn } from '../ui/table/csv.ts'
import type { Column } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { rowLinkClass } from '../ui/value/link.tsx'

/** A company as either list gives it. */
export type DirectoryRow = PublicVasp & Partial<ListedVasp>

/** The columns of the directory; the own verdicts only where there are some to give. */
export const directoryColumns = (
  onReview: ((vasp: DirectoryRow) => void) | undefined,
  own: string | null,
): Column<DirectoryRow>[] => [
  {
    id: 'name',
    header: 'Company',
    cell: (vasp) => (
      <Link to="/network/vasps/$did" params={{ did: vasp.did }} className={rowLinkClass}>
        {vasp.name}
      </Link>
    ),
  },
  {
    id: 'did',
    header: 'DID',
    cell: (vasp) => <CopyText value={vasp.did} label="DID" />,
    wideOnly: true,
  },
  {
    id: 'jurisdictions',
    header: 'Jurisdictions',
    cell: (vasp) => <Countries codes={vasp.jurisdictions ?? []} />,
  },
  {
    id: 'status',
    header: 'Regulation',
    cell: (vasp) => <RegulatoryStatus status={vasp.regulatoryStatus} />,
  },
  { id: 'badges', header: 'Badges', cell: (vasp) => <Badges vasp={vasp} hideDeactivatedBadges /> },
  ...(onReview
    ? [
        {
          id: 'review',
          header: 'Our review',
          cell: (vasp: DirectoryRow) =>
            vasp.did === own ? (
              <OwnCompany />
            ) : (
              <button
                type="button"
                onClick={() => onReview(vasp)}
                aria-label={`Review ${vasp.name}: ${vasp.review ? reviewLabels[vasp.review.reviewValue] : 'not reviewed'}`}
                className="-mx-1.5 inline-flex min-h-6 items-center rounded-control px-1.5 decoration-dotted underline-offset-2 hover:bg-hover hover:underline"
              >
                <ReviewBadge review={vasp.review} waiting={vasp.waitingReview} />
              </button>
            ),
        },
      ]
    : []),
]

/** The first countries by name; the others as a number with their names behind it. */
export function Countries({ codes, most = 2 }: { codes: readonly string[]; most?: number }) {
  if (codes.length === 0) return <span className="text-muted">–</span>
  const names = codes.map(countryName)
  return (
    <span {...(names.length > most && { title: names.join(', '), 'data-paper': names.join(', ') })}>
      <span>{names.slice(0, most).join(', ')}</span>
      {names.length > most && <span className="text-muted"> +{names.length - most}</span>}
    </span>
  )
}

/** What the file of an export holds. */
export const directoryCsv: readonly CsvColumn<DirectoryRow>[] = [
  { header: 'Name', value: (vasp) => vasp.name },
  { header: 'Legal name', value: (vasp) => vasp.legalName ?? '' },
  { header: 'DID', value: (vasp) => vasp.did },
  { header: 'LEI', value: (vasp) => vasp.lei ?? '' },
  { header: 'Website', value: (vasp) => vasp.website ?? '' },
  { header: 'Jurisdictions', value: (vasp) => vasp.jurisdictions?.join(' ') ?? '' },
  { header: 'Regulatory status', value: (vasp) => vasp.regulatoryStatus ?? '' },
  { header: 'Verification', value: (vasp) => vasp.verificationStatus },
  {
    header: 'Our review',
    value: (vasp) => (vasp.review ? reviewLabels[vasp.review.reviewValue] : ''),
  },
  { header: 'Next review', value: (vasp) => vasp.review?.nextReviewAt.slice(0, 10) ?? '' },
]
