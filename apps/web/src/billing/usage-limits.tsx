import type { Limits } from '@countersign/contracts/billing'
import { Section } from '../ui/page/section.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Meter } from '../ui/value/meter.tsx'
import { Time } from '../ui/value/time.tsx'
import { beyondLimit, limitNames } from './words.ts'

type Limit = Limits['limits'][number]

const states = {
  ok: ['success', 'Within the limit'],
  near: ['warning', 'Near the limit'],
  reached: ['danger', 'Limit reached'],
} as const

/** A month’s limit that is reached stops work; having all that a plan covers is how it’s meant to be. */
const stateOf = ({ state, limit, resets_at: resets }: Limit) =>
  resets !== null
    ? states[state]
    : limit === 0
      ? (['neutral', 'Not in your plan'] as const)
      : state === 'reached'
        ? (['neutral', 'All in use'] as const)
        : states.ok

const columns: Column<Limit>[] = [
  { id: 'name', header: 'What counts', cell: ({ key }) => limitNames[key] },
  {
    id: 'used',
    header: 'Used',
    cell: ({ key, used, limit }) =>
      limit === null ? (
        <span className="tabular-nums">{used}</span>
      ) : (
        <span className="flex items-center gap-x-3">
          <span className="whitespace-nowrap tabular-nums">
            {used} of {limit}
          </span>
          <Meter label={limitNames[key]} value={Math.min(used, limit)} max={limit} />
        </span>
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => {
      const { key, state, limit, reached_at: since } = row
      if (limit === null) return <Badge tone="outline">No plan limit</Badge>
      const [tone, words] = stateOf(row)
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {state === 'reached' && limit > 0 && (
            <span className="ml-2 text-muted">
              {since && (
                <>
                  since <Time value={since} format="day" inRow />.{' '}
                </>
              )}
              {beyondLimit[key]}
            </span>
          )}
        </>
      )
    },
  },
  {
    id: 'resets',
    header: 'Resets',
    cell: ({ resets_at: at }) => at && <Time value={at} format="day" inRow />,
  },
]

/** What the plan limits, and how much of it is used. */
export const UsageLimits = ({ limits }: { limits: Limits | undefined }) => (
  <Section
    title="Limits"
    description={
      limits && limits.companies > 1
        ? `${limits.companies} companies that are billed together share these transfers.`
        : undefined
    }
  >
    <DataTable
      caption="Usage"
      columns={columns}
      rows={limits?.limits}
      keyOf={({ key }) => key}
      skeletonRows={6}
      empty={null}
    />
  </Section>
)
