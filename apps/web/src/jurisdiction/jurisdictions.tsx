import {
  type Jurisdiction,
  jurisdictionStatuses,
  jurisdictionStatusLabels,
} from '@countersign/contracts/trust'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { DataList, NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { filtered } from '../ui/list/filter-bar.tsx'
import type { Filter } from '../ui/list/filters.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { CsvColumn } from '../ui/table/csv.ts'
import type { Column } from '../ui/table/data-table.tsx'
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

const fields: Filter<JurisdictionSearch>[] = [
  {
    key: 'q',
    label: 'Search jurisdictions',
    placeholder: 'Country, code or source',
    maxLength: 100,
  },
  {
    key: 'status',
    label: 'Status',
    any: 'Any status',
    options: jurisdictionStatuses.map((value) => ({
      value,
      label: jurisdictionStatusLabels[value],
    })),
  },
  {
    key: 'confidence',
    label: 'Confidence',
    chip: 'Confidence:',
    any: 'Any confidence',
    options: (['high', 'medium', 'low'] as const).map((value) => ({
      value,
      label: confidenceLabels[value],
    })),
  },
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
          <Link
            to="."
            search={(before) => ({ ...before, open: 'new' })}
            resetScroll={false}
            className={buttonClass('primary')}
          >
            <Plus size={16} aria-hidden />
            Add
          </Link>
        }
      />
      {unknown && (
        <p role="alert" className="mb-3 text-sm text-danger">
          Jurisdiction {search.open} not found.{' '}
          <button type="button" className={linkClass} onClick={() => change({ open: undefined })}>
            Show list
          </button>
        </p>
      )}
      <DataList
        filters={filtered({ search, change, fields })}
        error={error}
        onRetry={() => void refetch()}
        caption="Jurisdictions"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        copyOf={({ id }) => id}
        activeKey={search.open}
        skeletonRows={12}
        noMatch="No matching jurisdictions"
        empty={<EmptyState kind="nothing" title="No jurisdictions yet" />}
        count={rows ? (rows.length === 1 ? '1 jurisdiction' : `${rows.length} jurisdictions`) : ''}
        top={<ExportButton name="jurisdictions" columns={fileColumns} pages={() => [rows ?? []]} />}
      />
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
