import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, SlidersHorizontal } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import { api } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { filtered } from '../ui/list/filter-bar.tsx'
import { soon } from '../ui/overlay/soon.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { useTimeZone } from '../ui/value/time-zone.ts'
import { BulkNotice } from './bulk-notice.tsx'
import { chipsOf, type Filter, queryOf, readFilter, writeFilter } from './filter.ts'
import { FindPerson } from './find-person.tsx'
import { Found, viewLabels } from './found.tsx'
import { countsQuery } from './queries.ts'
import { type TransferView, transferViews } from './search.ts'
import { Sections } from './sections.tsx'
import { UnsentActs } from './unsent-acts.tsx'

const FilterDialog = soon(() =>
  import('./filter-dialog.tsx').then(({ FilterDialog }) => ({ default: FilterDialog })),
)

const route = getRouteApi('/signed-in/transactions')

/** The company's transfers: what waits for it, and all the others. */
export function Transfers() {
  const company = useCompany()
  const { allowed } = useCan(api.tx.list)
  if (!company || !allowed) return <NotForYou call={api.tx.list} />
  return <List key={company} company={company} />
}

function List({ company }: { company: string }) {
  const { view = 'inbox', bulk } = route.useSearch()
  const navigate = route.useNavigate()
  const { allowed: mayCreate } = useCan(api.tx.create)
  const { allowed: mayFind } = useCan(api.tx.search)
  const { allowed: mayView } = useCan(api.tx.piiViews)
  const { allowed: mayRead } = useCan(api.exportRequests.list)
  const readOnly = useReadOnly()
  const { data: counts } = useQuery(countsQuery(company))
  const waiting = Object.values(counts?.sections ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Travel Rule messages your company exchanges with others."
        actions={
          <>
            {mayRead && readOnly === undefined && (
              <Link to="/transactions/exports" className={buttonClass()}>
                Exports
              </Link>
            )}
            {mayView && readOnly === undefined && (
              <Link to="/transactions/views" className={buttonClass()}>
                Data access
              </Link>
            )}
            {mayFind && readOnly === undefined && (
              <Link to="/transactions/privacy" className={buttonClass()}>
                Privacy requests
              </Link>
            )}
            {mayFind && <FindPerson company={company} />}
            {mayCreate && readOnly === undefined && (
              <Link to="/transactions/new" className={buttonClass('primary')}>
                <Plus size={16} aria-hidden /> New transfer
              </Link>
            )}
          </>
        }
      />
      <UnsentActs company={company} />
      {!bulk && (
        <BulkNotice
          company={company}
          onShow={(task) =>
            void navigate({ search: (before) => ({ ...before, bulk: task }), replace: true })
          }
        />
      )}
      <Tabs
        label="Transfers"
        value={view}
        onChange={(next) =>
          void navigate({
            search: ({ view: _, ...rest }) => ({
              ...rest,
              ...(next !== 'inbox' && { view: next }),
            }),
            replace: true,
          })
        }
        items={transferViews.map((value) => ({
          value,
          label: viewLabels[value],
          ...(value === 'inbox' && { count: counts && waiting }),
          content: <Rows key={value} company={company} view={value} />,
        }))}
      />
    </>
  )
}

function Rows({ company, view }: { company: string; view: TransferView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zone = useTimeZone()
  const [filtering, setFiltering] = useState(false)
  const q = useDeferredValue(search.q)
  const filterText = useDeferredValue(search.filter)
  const filter = readFilter(filterText)
  const change = (next: { q?: string | undefined; filter?: string | undefined }) =>
    void navigate({
      search: (before) => {
        const { q: words, filter: narrowed, ...rest } = { ...before, ...next }
        return { ...rest, ...(words && { q: words }), ...(narrowed && { filter: narrowed }) }
      },
      replace: true,
      resetScroll: false,
    })
  const narrow = (next: Filter) => change({ filter: writeFilter(next) })
  const words = filtered(
    {
      search: { q: search.q },
      change,
      fields: [
        {
          key: 'q',
          label: 'Find transfers',
          placeholder: 'ID, hash, reference, address or company',
          chip: 'Search:',
          whole: true,
        },
      ],
    },
    <Button onClick={() => setFiltering(true)}>
      <SlidersHorizontal size={16} aria-hidden /> Filter
    </Button>,
  )
  return (
    <>
      {words.bar}
      {view === 'inbox' && (
        <Sections
          company={company}
          chosen={filter.section}
          onChoose={(section) => {
            const { section: _, ...rest } = filter
            narrow({ ...rest, ...(section && { section }) })
          }}
        />
      )}
      <Suspense>
        {filtering && (
          <FilterDialog filter={filter} onClose={() => setFiltering(false)} onApply={narrow} />
        )}
      </Suspense>
      <Found
        key={`${q ?? ''} ${filterText ?? ''}`}
        {...{ company, view }}
        narrowed={{ ...queryOf(filter, zone), ...(q && { q }) }}
        chips={[...words.chips, ...chipsOf(filter, narrow)]}
        onClear={() => change({ q: undefined, filter: undefined })}
      />
    </>
  )
}
