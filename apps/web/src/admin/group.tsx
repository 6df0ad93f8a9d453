import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'

/** Where a company stands in a group; the network nests without asking. */
export function AdminGroup({ did }: { did: string }) {
  const [text, setText] = useState('')
  const { data, error, refetch } = useOperation(api.group.get, { did })
  const change = useChange(
    ({ group, action }: { group: string; action: 'add' | 'remove' }) =>
      api.group.nest({ query: { action }, body: { group_vasp: group, subsidiaries: [did] } }),
    {
      invalidates: [api.group.get],
      says: 'Group updated',
      onSuccess: () => setText(''),
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) change.mutate({ group: text.trim(), action: 'add' })
  }
  return (
    <Panel title="Group">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={2} label="Loading group" />}
      <Failure error={change.error} />
      {data?.parent && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>
            A subsidiary of{' '}
            <Link
              to="/admin/companies/$did"
              params={{ did: data.parent.vasp.did }}
              className={linkClass}
            >
              {data.parent.vasp.name}
            </Link>
          </p>
          <Button
            pending={change.isPending}
            onClick={() =>
              data.parent && change.mutate({ group: data.parent.vasp.did, action: 'remove' })
            }
          >
            Remove from group
          </Button>
        </div>
      )}
      {data && data.subsidiaries.length > 0 && (
        <ul aria-label="Subsidiaries" className="flex flex-col gap-1 text-sm">
          {data.subsidiaries.map(({ vasp }) => (
            <li key={vasp.did}>
              <Link to="/admin/companies/$did" params={{ did: vasp.did }} className={linkClass}>
                {vasp.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && !data.parent && data.subsidiaries.length === 0 && (
        <form onSubmit={submit} className="flex items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label="DID of the parent company"
            mono
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" pending={change.isPending}>
            Add to group{' '}
          </Button>
        </form>
      )}
    </Panel>
  )
}
