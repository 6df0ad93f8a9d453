import type { EndpointOut, FailingEndpoint } from '@countersign/contracts/webhooks'
import { Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { DataList } from '../../query/index.ts'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { soon } from '../../ui/overlay/soon.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { rowLinkClass } from '../../ui/value/link.tsx'
import { Time } from '../../ui/value/time.tsx'
import { useFailing } from '../failing.ts'
import { MessageTable } from '../message/index.ts'
import { usePaged } from '../paged.ts'
import { Go } from '../places.tsx'
import { useService } from '../service.tsx'
import { EndpointState, FailingCause } from './state.tsx'

const EndpointForm = soon(() =>
  import('./endpoint-form.tsx').then((part) => ({ default: part.EndpointForm })),
)
const FailingNotice = lazy(() =>
  import('./health.tsx').then(({ FailingNotice }) => ({ default: FailingNotice })),
)
const Advice = lazy(() => import('./advice.tsx').then(({ Advice }) => ({ default: Advice })))

/** So many failing endpoints are told of in full; the list marks the others. */
const maxNotices = 3

/**
 * Where this company hears of events, and the last messages that were sent to it.
 * @param props.actions what else the shell offers on this page
 */
export function Endpoints({ actions }: { actions?: ReactNode }) {
  const [form, setForm] = useState<{ endpoint?: EndpointOut } | null>(null)
  const [saved, setSaved] = useState<{ endpoint: EndpointOut; failedSince?: string } | null>(null)
  const { can, endpointRefusal } = useService()
  const failing = useFailing()
  const { rows, error, retry, turn } = usePaged(
    (service) => service.endpoint.list,
    (from) => ({ query: { ...from, limit: 50 } }),
    { polls: 5_000 },
  )
  const troubled = rows?.filter(({ id }) => failing.has(id) && id !== saved?.endpoint.id) ?? []
  const add = can('ManageEndpoint') && (
    <Button
      variant="primary"
      icon={Plus}
      disabledReason={endpointRefusal?.(rows?.length ?? 0)}
      onClick={() => setForm({})}
    >
      {t('Add endpoint')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        description={t(
          'These addresses are called when something happens to your company. Each call is signed.',
        )}
        actions={
          <>
            {actions}
            {add}
          </>
        }
      />
      <Suspense>
        {saved && (
          <Advice
            key={`${saved.endpoint.id} ${saved.endpoint.updatedAt}`}
            endpointId={saved.endpoint.id}
            url={saved.endpoint.url}
            failedSince={saved.failedSince}
            onFix={() => setForm({ endpoint: saved.endpoint })}
            onClose={() => setSaved(null)}
          />
        )}
        {troubled.slice(0, maxNotices).map((endpoint) => (
          <Failing
            key={endpoint.id}
            endpoint={endpoint}
            failing={failing}
            onFix={() => setForm({ endpoint })}
          />
        ))}
      </Suspense>
      <DataList
        error={error}
        onRetry={retry}
        caption={t('Endpoints')}
        columns={columnsOf(failing)}
        rows={rows}
        keyOf={(endpoint) => endpoint.id}
        copyOf={(endpoint) => endpoint.url}
        skeletonRows={2}
        turn={turn}
        empty={
          <EmptyState kind="nothing" title={t('No endpoints yet')} action={add}>
            {t('Add your server’s address to receive events, such as changes to your profile.')}
          </EmptyState>
        }
      />
      <Section
        title={t('Latest messages')}
        description={t('Newest first; updates every few seconds.')}
      >
        <MessageTable />
      </Section>
      <Suspense>
        {form && (
          <EndpointForm
            {...form}
            onClose={() => setForm(null)}
            onSaved={(endpoint) => {
              const failedSince = failing.get(endpoint.id)?.since
              if (!endpoint.disabled && can('CreateAttempts'))
                setSaved({ endpoint, ...(failedSince && { failedSince }) })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface FailingProps {
  endpoint: EndpointOut
  failing: ReadonlyMap<string, FailingEndpoint>
  onFix: () => void
}

function Failing({ endpoint: { id, url }, failing, onFix }: FailingProps) {
  const one = failing.get(id)
  return one && <FailingNotice failing={one} url={url} onFix={onFix} />
}

const columnsOf = (failing: ReadonlyMap<string, FailingEndpoint>): Column<EndpointOut>[] => [
  {
    id: 'url',
    header: t('Address'),
    cell: (endpoint) => (
      <Go place={{ to: 'endpoint', id: endpoint.id }} className={`${rowLinkClass} wrap-anywhere`}>
        {endpoint.url}
      </Go>
    ),
  },
  {
    id: 'description',
    header: t('Description'),
    cell: ({ description }) => (
      <span className="line-clamp-2 max-w-96 wrap-anywhere">{description || '–'}</span>
    ),
  },
  {
    id: 'id',
    header: t('ID'),
    cell: (endpoint) => <CopyText value={endpoint.id} label={t('endpoint ID')} />,
    wideOnly: true,
  },
  {
    id: 'state',
    header: t('Status'),
    cell: (endpoint) => {
      const cause = failing.get(endpoint.id)
      return (
        <>
          <EndpointState endpoint={endpoint} failing={cause} />
          {cause && <FailingCause failing={cause} />}
        </>
      )
    },
  },
  {
    id: 'created',
    header: t('Created'),
    cell: (endpoint) => <Time value={endpoint.createdAt} inRow />,
  },
]
