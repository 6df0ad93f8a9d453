import type { WaitingEntry } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api, keyOf, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

const key = keyOf(api.curation.registerEntries)

/** How many are shown until the user asks for the rest. */
const few = 3

/** Entries of registers that companies call their own, for the network to confirm. */
export function RegisterQueue() {
  const { data, error, refetch } = useOperation(api.curation.registerEntries, {})
  const [all, setAll] = useState(false)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      {!data && (
        <div className="p-5">
          <SkeletonLines lines={2} label="Loading register entries" />
        </div>
      )}
      {data?.entries.length === 0 && (
        <EmptyState kind="nothing" icon={CircleCheck} title="The queue is empty">
          Register entries claimed without proof appear here.
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <ul aria-label="Register entries">
          {data.entries.slice(0, all ? undefined : few).map((waiting) => (
            <Waiting key={`${waiting.did} ${waiting.entry.registry}`} waiting={waiting} />
          ))}
        </ul>
      )}
      {data && !all && data.entries.length > few && (
        <div className="border-t border-line px-5 py-3">
          <Button onClick={() => setAll(true)}>Show all {data.entries.length}</Button>
        </div>
      )}
      {data && all && data.total > data.entries.length && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">
          The first {data.entries.length} of {data.total}.
        </p>
      )}
    </Panel>
  )
}

function Waiting({ waiting: { did, name, website, entry, said } }: { waiting: WaitingEntry }) {
  const { registry, externalId } = entry
  const decide = useChange(
    (action: 'confirm' | 'release') =>
      api.curation.decideRegisterEntry({ did, body: { registry, externalId, action } }),
    {
      invalidates: [key],
      says: (_, action) => (action === 'confirm' ? `${name} confirmed` : 'Entry released'),
    },
  )
  const subject = (
    <span className="sr-only">
      {' '}
      {registry} for {name}
    </span>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 text-sm first:border-t-0">
      <div className="min-w-0 flex-1">
        <p>
          <Link to="/admin/companies/$did" params={{ did }} className={linkClass}>
            {name}
          </Link>{' '}
          <span className="text-muted">
            {website ?? 'without a website'} · <Time value={entry.since} />
          </span>
        </p>
        <p className="text-muted wrap-anywhere">
          claims to be {typeof said.legalName === 'string' ? `“${said.legalName}”, ` : ''}
          {registry} <span className="font-mono">{externalId}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button pending={decide.isPending} onClick={() => decide.mutate('release')}>
          Release{subject}
        </Button>
        <Button pending={decide.isPending} onClick={() => decide.mutate('confirm')}>
          Confirm{subject}
        </Button>
      </div>
    </li>
  )
}
