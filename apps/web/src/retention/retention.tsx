import {
  type LegalHold,
  type RetentionSummary,
  TransferSettingsIn,
} from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { api, keyOf, useOperation, usePages } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { DataList, LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { NumberField } from '../ui/form/text-field.tsx'
import { numberText } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { HoldOrRelease } from './hold-button.tsx'

/** How long the active company keeps its transfers, what will be erased when, and what is held. */
export function RetentionSettings() {
  const did = useCompany()
  const views = useCan(api.retention.summary)
  const updates = useCan(api.retention.hold)
  const isReadOnly = useReadOnly() !== undefined
  if (!did || !views.allowed || isReadOnly) return <Missing call={api.retention.summary} />
  return (
    <div key={did} className="flex max-w-[760px] flex-col gap-5">
      <Period did={did} />
      {updates.allowed && <Holds did={did} />}
    </div>
  )
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function lawWords({ country, lawYears }: RetentionSummary): string {
  const law = country ? `The law of ${countries.of(country) ?? country}` : 'The law'
  return `${law} requires records for ${lawYears === 1 ? '1 year' : `${lawYears} years`}.`
}

function Period({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.retention.summary, { vaspDID: did })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Panel
      title="Retention"
      description={
        data
          ? `${lawWords(data)} Once both that and your own period are over, personal data, addresses, references and comments are erased. The counterparty decides for itself.`
          : 'How long transfer data is kept.'
      }
    >
      {data ? <Fields did={did} summary={data} /> : <SkeletonLines lines={4} label="Loading" />}
    </Panel>
  )
}

/** What of the settings is kept here. */
const Kept = z.pick(TransferSettingsIn, { retentionDays: true })

function Fields({ did, summary }: { did: string; summary: RetentionSummary }) {
  const client = useQueryClient()
  const updates = useCan(api.retention.hold)
  const at = { vaspDID: did }
  const form = useContractForm(Kept, {
    defaults: { retentionDays: String(summary.retentionDays) },
    body: ({ retentionDays }) => ({ retentionDays: Number(retentionDays) }),
    send: async (body) => {
      const saved = await api.tx.settings(at)
      return api.tx.saveSettings({ ...at, body: { ...saved, ...body } })
    },
    says: 'Settings saved',
    invalidates: [api.retention.summary],
    onSuccess: (next) => client.setQueryData(keyOf(api.tx.settings, at), next),
  })
  const due = summary.due.filter(({ count }) => count > 0)
  return (
    <div className="flex flex-col gap-5">
      <ContractForm form={form} className="flex flex-wrap items-end gap-3">
        <FormNotes form={form} />
        <NumberField
          label="Days to keep data after a transfer has ended"
          min={1}
          max={36_500}
          required
          disabled={!updates.allowed}
          {...form.field('retentionDays')}
        />
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          disabledReason={updates.reason}
        >
          Save
        </Button>
      </ContractForm>
      <DataTable
        caption="Erasures due"
        columns={months}
        rows={due}
        keyOf={({ month }) => month}
        empty={
          <EmptyState kind="nothing" title="Nothing is due in the next 12 months">
            Transfers appear here a year before their data is erased.
          </EmptyState>
        }
      />
    </div>
  )
}

const months: readonly Column<RetentionSummary['due'][number]>[] = [
  {
    id: 'month',
    header: 'Erased in',
    cell: ({ month }) =>
      new Date(month).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  },
  {
    id: 'count',
    header: 'Transfers',
    align: 'end',
    cell: ({ count, countIsLowerBound }) =>
      `${countIsLowerBound ? 'More than ' : ''}${numberText(count)}`,
  },
]

function Holds({ did }: { did: string }) {
  const pages = usePages(api.retention.holds, { query: { vaspDID: did } })
  const rows = pages.data?.pages.flatMap((page) => page.holds)
  const columns: readonly Column<LegalHold>[] = [
    {
      id: 'transfer',
      header: 'Transfer',
      cell: ({ transactionId }) => (
        <Link to="/transactions/$id" params={{ id: transactionId }} className={linkClass}>
          {transactionId.slice(0, 13)}…
        </Link>
      ),
    },
    { id: 'reason', header: 'Reason', cell: ({ reason }) => <span data-private>{reason}</span> },
    {
      id: 'by',
      header: 'Placed',
      cell: ({ by, at }) => (
        <>
          <span className="block">{by.name ?? 'A former colleague'}</span>
          <Time value={at} inRow />
        </>
      ),
    },
    {
      id: 'until',
      header: 'Until',
      cell: ({ until }) => <Time value={until} format="day" inRow />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: ({ transactionId }) => <HoldOrRelease isHeld ids={[transactionId]} company={did} />,
    },
  ]
  return (
    <Panel
      title="Legal holds"
      description="Held data isn’t erased before the last day of its hold. Place a hold on a transfer’s page."
    >
      <DataList
        error={rows ? null : pages.error}
        onRetry={() => void pages.refetch()}
        pages={pages}
        caption="Legal holds"
        columns={columns}
        rows={rows}
        keyOf={({ transactionId }) => transactionId}
        skeletonRows={2}
        empty={<EmptyState kind="nothing" title="No legal holds" />}
      />
    </Panel>
  )
}
