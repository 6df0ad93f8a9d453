import {
  type BulkAction,
  bulkActions,
  type ReasonCode,
  type Transaction,
} from '@countersign/contracts/transactions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { refusalOf, useReadOnly, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { numberText } from '../ui/language.ts'
import { SelectedBar } from '../ui/list/selected-bar.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { acts } from './act-table.ts'
import { bulkActsOf, bulkWords, transfersWords } from './bulk-words.ts'
import { ReasonPick } from './reason-pick.tsx'

type Input = Parameters<typeof api.bulk.prepare>[0]['body']
type Filter = NonNullable<Input['filter']>

const dayMs = 86_400_000

/** What can be done with the selected transfers, or with all that match. */
export function BulkBar(props: {
  company: string
  rows: readonly Transaction[]
  selected: ReadonlySet<string>
  /** How many match, and their filter. */
  total: number
  filter: Filter
  onClear: () => void
  /** With the id of what was prepared. */
  onPrepared: (task: string) => void
}) {
  const { company, rows, selected, total } = props
  const viewer = useViewer()
  const readOnly = useReadOnly()
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState<BulkAction>()
  const prepare = useMutation({
    mutationFn: ({ action, reason }: { action: BulkAction; reason?: ReasonCode }) =>
      api.bulk.prepare({
        body: {
          vaspDID: company,
          action,
          ...(reason && { reason }),
          ...(action === 'assign' && { assignee: viewer.did }),
          ...(action === 'snooze' && { until: new Date(Date.now() + dayMs).toISOString() }),
          ...(all ? { filter: props.filter } : { ids: [...selected] }),
        },
      }),
    onSuccess: ({ id }) => props.onPrepared(id),
    onError: (error) => toasts.error(error),
  })
  const chosen = rows.filter(({ id }) => selected.has(id))
  const possible = (row: Transaction) => (row.section ? (bulkActsOf[row.section] ?? []) : [])
  const offered = [...new Set(chosen.flatMap(possible))]
  const why = (action: BulkAction): string | undefined => {
    const refusal = readOnly ?? refusalOf({ permission: bulkActions[action] }, viewer, company)
    if (refusal) return refusal
    const not = chosen.filter((row) => !possible(row).includes(action)).length
    return not > 0 && !all && action !== 'assign' && action !== 'snooze'
      ? `${transfersWords(not)} of these can’t be treated so`
      : undefined
  }
  const asks = asking && asking !== 'assign' && asking !== 'snooze' ? acts[asking]?.asks : undefined
  const everything = rows.length < total && selected.size === rows.length
  return (
    <SelectedBar
      label="Selected transfers"
      summary={
        <>
          <span className="font-semibold whitespace-nowrap">
            {numberText(all ? total : selected.size)} selected
          </span>
          {everything && (
            <Button variant="quiet" onClick={() => setAll(!all)}>
              {all ? 'Only those shown' : `Select all ${numberText(total)}`}
            </Button>
          )}
        </>
      }
      onClear={props.onClear}
    >
      {[...offered, 'assign' as const, 'snooze' as const].map((action, index) => (
        <Button
          key={action}
          variant={index === 0 && offered.length > 0 ? 'primary' : 'secondary'}
          pending={prepare.isPending && prepare.variables.action === action}
          disabledReason={why(action)}
          onClick={() =>
            action !== 'assign' && action !== 'snooze' && acts[action]?.asks
              ? setAsking(action)
              : prepare.mutate({ action })
          }
        >
          {bulkWords[action].label}
        </Button>
      ))}
      {asking && asks && asking !== 'assign' && asking !== 'snooze' && (
        <ReasonPick
          title={`${bulkWords[asking].label}: choose a reason`}
          description={bulkWords[asking].effect}
          action={asking}
          without="OTHER"
          onClose={() => setAsking(undefined)}
          onPick={(reason) => {
            setAsking(undefined)
            prepare.mutate({ action: asking, reason })
          }}
        />
      )}
    </SelectedBar>
  )
}
