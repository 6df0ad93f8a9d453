import { isProfileField, presentationOf, watchedLabels } from '@countersign/contracts/trust'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, operationQuery, refresh } from '../api/index.ts'
import { Panel } from '../ui/page/panel.tsx'
import { Day } from '../ui/value/day.tsx'
import { FieldValue } from './field-value.tsx'
import { sentence } from './sentence.ts'

/** Looks at a company once while its page is open: that clears its mark in the list of counterparties. */
const lookQuery = (company: string, counterpartyDid: string) =>
  operationQuery(
    api.counterparty.look,
    { did: company, counterpartyDid },
    // A page opened again is another look.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )

/** The name of a field as people read it. */
export const changedLabel = (field: string): string =>
  isProfileField(field)
    ? presentationOf(field).label
    : (Object.entries(watchedLabels).find(([name]) => name === field)?.[1] ?? field)

/** What changed of a company since the viewer last looked, from what to what; nothing where nothing did. */
export function ChangedSince({ company, did }: { company: string; did: string }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(lookQuery(company, did))
  const some = data !== undefined && data.changes.length > 0
  useEffect(() => {
    if (some) void refresh(queryClient, api.counterparty.top)
  }, [some, queryClient])
  if (!some) return null
  return (
    <Panel
      className="mb-4"
      title="Changed since you last looked"
      description={
        data.since && (
          <>
            You looked on <Day on={data.since} />.
          </>
        )
      }
    >
      <dl className="flex flex-col gap-3 text-sm">
        {data.changes.map(({ field, from, to }) => (
          <div key={field} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[12rem_1fr_1fr]">
            <dt className="font-medium">{changedLabel(field)}</dt>
            <dd className="min-w-0 wrap-anywhere text-muted">
              <span className="mr-1">Was:</span>
              <Value field={field} value={from} />
            </dd>
            <dd className="min-w-0 wrap-anywhere">
              <span className="mr-1 text-muted">Now:</span>
              <Value field={field} value={to} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Value({ field, value }: { field: string; value: unknown }) {
  if (isProfileField(field)) return <FieldValue name={field} value={value} />
  if (value === null) return <span>Not provided</span>
  if (Array.isArray(value)) return <>{value.join(', ') || 'None'}</>
  return <>{field === 'regulatoryStatus' ? String(value) : sentence(String(value))}</>
}
