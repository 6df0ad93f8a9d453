import { type JurisdictionStatus, jurisdictionStatusLabels } from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { cloneElement, Suspense, useState } from 'react'
import { LoadError } from '../page/index.ts'
import { soon } from '../ui/overlay/soon.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { countryName } from './countries.ts'
import { confidenceLabels, jurisdictionsQuery, RuleSource, tierText } from './words.tsx'

/** Props of {@link RuleStatus}. */
interface RuleStatusProps {
  country: string
  status: JurisdictionStatus
}

const Popover = soon(() =>
  import('../ui/overlay/popover.tsx').then(({ Popover }) => ({ default: Popover })),
)

/** Whether the Travel Rule applies in a country; opens to how that is known. */
export function RuleStatus({ country, status }: RuleStatusProps) {
  const [open, setOpen] = useState(false)
  // Its code is fetched when it is first opened; then it stays, so that focus comes back to its button.
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <button type="button" className={`${linkClass} min-h-6`}>
      {jurisdictionStatusLabels[status]}
      <span className="sr-only">: source and amounts for {countryName(country)}</span>
    </button>
  )
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const first = cloneElement(trigger, { onClick: show })
  if (!wanted) return first
  return (
    <Suspense fallback={first}>
      <Popover
        title={`Travel Rule: ${countryName(country)}`}
        open={open}
        onOpenChange={setOpen}
        trigger={trigger}
      >
        {open && <Facts country={country} />}
      </Popover>
    </Suspense>
  )
}

function Facts({ country }: { country: string }) {
  const { data, error, refetch } = useQuery(jurisdictionsQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} label="Loading rule" />
  const rule = data.jurisdictions.find(({ countries }) => countries.includes(country))
  if (!rule)
    return <p className="text-sm text-muted">The network hasn’t researched this country yet.</p>
  return (
    <DescriptionList
      narrow
      none="Not known"
      facts={[
        ...(rule.countries.length > 1 ? [{ term: 'Part of', value: rule.name }] : []),
        { term: 'Status', value: jurisdictionStatusLabels[rule.status] },
        {
          term: 'Amounts',
          value: rule.tiers.length > 0 && (
            <ul>
              {rule.tiers.map((tier) => (
                <li key={tierText(tier)}>{tierText(tier)}</li>
              ))}
            </ul>
          ),
        },
        { term: 'Since', value: rule.since },
        { term: 'Note', value: rule.note },
        { term: 'Source', value: <RuleSource rule={rule} /> },
        { term: 'Confidence', value: confidenceLabels[rule.confidence] },
      ]}
    />
  )
}
