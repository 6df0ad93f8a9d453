import {
  type Jurisdiction,
  jurisdictionStatuses,
  jurisdictionStatusLabels,
} from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { LoadError, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { CsvColumn } from '../ui/table/csv.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ExportButton } from '../ui/table/export-button.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { linkClass, rowLinkClass } from '../ui/value/link.tsx'
import { countryName } from './countries.ts'
import { JurisdictionDrawer } from './drawer.tsx'
import type { JurisdictionSearch } from './search.ts'
import {
  confidenceLabels,
  factLabels,
  factText,
  jurisdictionsQuery,
  RuleBadge,
  RuleSource,
  tierText,
} from './words.tsx'

const route = getRouteApi('/signed-in/admin/jurisdictions')

const columns: Column<Jurisdiction>[] = [
  {
    id: 'name',
    header: 'Jurisdiction',
    cell: ({ id, name, countries }) => (
      <>
        <Link
          to="."
          search={(before) => ({ ...before, open: id })}
          resetScroll={false}
          className={rowLinkClass}
        >
          {name}
        </Link>
        {countries.length > 1 && (
          <span className="block text-xs text-muted">{countries.length} countries</span>
        )}
      </>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <RuleBadge status={status} /> },
  {
    id: 'tiers',
    header: 'Amounts',
    cell: ({ tiers }) =>
      tiers.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <ul className="whitespace-nowrap tabular-nums">
          {tiers.map((tier) => (
            <li key={tierText(tier)}>{tierText(tier)}</li>
          ))}
        </ul>
      ),
  },
  {
    id: 'confidence',
    header: 'Confidence',
    cell: ({ confidence }) =>
      confidence === 'low' ? <Badge tone="warning">Low</Badge> : confidenceLabels[confidence],
  },
  {
    id: 'source',
    header: 'Source',
    className: 'w-72',
    cell: (rule) => <RuleSource rule={rule} />,
  },
]

const factNames = Object.keys(factLabels) as (keyof typeof factLabels)[]
const fileColumns: CsvColumn<Jurisdiction>[] = [
  { header: 'ID', value: ({ id }) => id },
  ...factNames.map((name) => ({
    header: factLabels[name],
    value: (rule: Jurisdiction) => (name === 'verifiedAt' ? rule.verifiedAt : factText(name, rule)),
  })),
]

/** The Travel Rule of each jurisdiction, kept by the network's admins with source and date. */
export function Jurisdictions() {
  const { isCountersignAdmin } = useViewer()
  if (!isCountersignAdmin) return <NotForYou />
  return <List />
}

function List() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(jurisdictionsQuery)
  const rows = data?.jurisdictions.filter((rule) => isWanted(rule, search))
  const change = (changes: Partial<JurisdictionSearch>, replace = true) =>
    void navigate({
      search: (before) => ({ ...before, ...changes }),
      replace,
      resetScroll: false,
    })
  const opened = data?.jurisdictions.find(({ id }) => id === search.open)
  const unknown = data && search.open && search.open !== 'new' && !opened
  return (
    <>
      <PageHeader
        title="Jurisdictions"
        description="Where the Travel Rule applies and from which amount. All network members see this, with its source and date."
        actions={
          <>
            <ExportButton name="jurisdictions" columns={fileColumns} pages={() => [rows ?? []]} />
            <Link
              to="."
              search={(before) => ({ ...before, open: 'new' })}
              resetScroll={false}
              className={buttonClass('primary')}
            >
              <Plus size={16} aria-hidden />
              Add
            </Link>
          </>
        }
      />
      <Filters search={search} change={change} />
      {unknown && (
        <p role="alert" className="mb-3 text-sm text-danger">
          Jurisdiction {search.open} not found.{' '}
          <button type="button" className={linkClass} onClick={() => change({ open: undefined })}>
            Show list
          </button>
        </p>
      )}
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Jurisdictions"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          copyOf={({ id }) => id}
          activeKey={search.open}
          skeletonRows={12}
          empty={
            <EmptyState
              kind="no-match"
              title="No matching jurisdictions"
              filters={chipsOf(search, change)}
              onClear={() => change({ q: undefined, status: undefined, confidence: undefined })}
            />
          }
        />
      )}
      {rows && rows.length > 0 && (
        <p className="mt-3 text-sm text-muted tabular-nums">
          {rows.length === 1 ? '1 jurisdiction' : `${rows.length} jurisdictions`}
        </p>
      )}
      {(opened || search.open === 'new') && (
        <JurisdictionDrawer
          key={search.open}
          rule={opened}
          tab={search.tab ?? 'rule'}
          onTab={(tab) => change({ tab: tab === 'history' ? tab : undefined })}
          onClose={() => change({ open: undefined, tab: undefined }, false)}
        />
      )}
    </>
  )
}

function isWanted(rule: Jurisdiction, { q, status, confidence }: JurisdictionSearch): boolean {
  const words = [
    rule.name,
    rule.id,
    rule.source,
    ...rule.countries.flatMap((c) => [c, countryName(c)]),
  ]
  return (
    (!status || rule.status === status) &&
    (!confidence || rule.confidence === confidence) &&
    (!q || words.some((word) => word.toLowerCase().includes(q.trim().toLowerCase())))
  )
}

type Change = (changes: Partial<JurisdictionSearch>) => void

const chipsOf = ({ q, status, confidence }: JurisdictionSearch, change: Change) => [
  ...(q ? [{ label: `“${q}”`, onRemove: () => change({ q: undefined }) }] : []),
  ...(status
    ? [{ label: jurisdictionStatusLabels[status], onRemove: () => change({ status: undefined }) }]
    : []),
  ...(confidence
    ? [
        {
          label: `Confidence: ${confidenceLabels[confidence].toLowerCase()}`,
          onRemove: () => change({ confidence: undefined }),
        },
      ]
    : []),
]

function Filters({ search, change }: { search: JurisdictionSearch; change: Change }) {
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
      <TextField
        label="Search jurisdictions"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Country, code or source"
        maxLength={100}
        value={search.q ?? ''}
        onChange={({ target }) => change({ q: target.value || undefined })}
      />
      <SelectField
        label="Status"
        labelHidden
        options={[
          { value: '', label: 'Any status' },
          ...jurisdictionStatuses.map((value) => ({
            value,
            label: jurisdictionStatusLabels[value],
          })),
        ]}
        value={search.status ?? ''}
        onChange={({ target }) =>
          change({ status: jurisdictionStatuses.find((one) => one === target.value) })
        }
      />
      <SelectField
        label="Confidence"
        labelHidden
        options={[
          { value: '', label: 'Any confidence' },
          ...Object.entries(confidenceLabels).map(([value, label]) => ({ value, label })),
        ]}
        value={search.confidence ?? ''}
        onChange={({ target }) =>
          change({
            confidence: (['high', 'medium', 'low'] as const).find((one) => one === target.value),
          })
        }
      />
    </search>
  )
}
