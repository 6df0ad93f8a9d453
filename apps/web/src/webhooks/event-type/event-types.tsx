import type { EventTypeOut } from '@countersign/contracts/webhooks'
import { LoadError } from '../../query/index.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { t } from '../../ui/language.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { SkeletonPanels } from '../../ui/page/skeleton.tsx'
import { Badge } from '../../ui/value/badge.tsx'
import { linkClass } from '../../ui/value/link.tsx'
import { Go, useSearch } from '../places.tsx'
import { useServiceOperation } from '../service.tsx'
import { Schema } from './schema.tsx'

/** The kinds of event that can be received, in their groups. */
export function EventTypes() {
  const [search, change] = useSearch()
  const text = search.get('q') ?? ''
  const { data, error, retry } = useServiceOperation((service) => service.eventType.list, {
    query: { limit: 250, with_content: 'true' },
  })
  const found = data?.data.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const groups = Map.groupBy(found ?? [], groupOf)
  return (
    <>
      <PageHeader
        title={t('Event catalogue')}
        description={t('The events that you can receive, and what each one carries.')}
      />
      <TextField
        label={t('Search events')}
        labelHidden
        type="search"
        placeholder={t('Search events')}
        className="max-w-80"
        value={text}
        onChange={({ target }) => change({ q: target.value || null })}
      />
      {error && <LoadError error={error} onRetry={retry} />}
      {!data && !error && <SkeletonPanels label={t('Loading events')} />}
      {found?.length === 0 && (
        <EmptyState
          kind="no-match"
          title={t('No matching events')}
          filters={[]}
          onClear={() => change({ q: null })}
        />
      )}
      {[...groups].map(([group, types]) => (
        <Section key={group} title={group}>
          <ul className="flex flex-col gap-2">
            {types.map((type) => (
              <li key={type.name}>
                <EventType type={type} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

/** Its group, or what stands before the first dot. */
const groupOf = ({ name, groupName }: EventTypeOut) => groupName ?? name.split('.')[0] ?? name

function EventType({ type }: { type: EventTypeOut }) {
  const [search, change] = useSearch()
  const isOpen = search.get('name') === type.name
  return (
    <details
      open={isOpen}
      className="rounded-panel border border-line bg-panel"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) change({ name: currentTarget.open ? type.name : null })
      }}
    >
      <summary className="cursor-pointer px-4 py-3 -outline-offset-2!">
        <span className="font-mono text-sm font-semibold wrap-anywhere">{type.name}</span>
        {type.deprecated && (
          <>
            {' '}
            <Badge tone="warning">{t('Deprecated')}</Badge>
          </>
        )}
        <span className="mt-0.5 block text-sm text-muted">{type.description}</span>
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-4 border-t border-line px-4 py-4">
          <Receivers name={type.name} />
          <Schema type={type} />
        </div>
      )}
    </details>
  )
}

/** Which endpoints are told of an event. */
function Receivers({ name }: { name: string }) {
  const { data } = useServiceOperation((service) => service.endpoint.list, {
    query: { limit: 250 },
  })
  if (!data) return null
  const receivers = data.data.filter(
    ({ disabled, filterTypes }) => !disabled && (!filterTypes || filterTypes.includes(name)),
  )
  return (
    <div className="text-sm">
      <p className="font-medium">{t('Endpoints that receive it')}</p>
      {receivers.length === 0 && <p className="text-muted">{t('None')}</p>}
      <ul>
        {receivers.map(({ id, url }) => (
          <li key={id} className="min-h-6.5 py-0.5">
            <Go place={{ to: 'endpoint', id }} className={`${linkClass} wrap-anywhere`}>
              {url}
            </Go>
          </li>
        ))}
      </ul>
    </div>
  )
}
