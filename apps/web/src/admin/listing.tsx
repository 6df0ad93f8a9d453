import type { AdministeredVasp, Listing, RegisterEntry } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { AdminRemoval } from './removal.tsx'

const words: Readonly<Record<Listing, readonly [BadgeTone, string]>> = {
  pending: ['warning', 'Awaiting review'],
  listed: ['success', 'In the directory'],
  declined: ['danger', 'Declined'],
  withdrawn: ['neutral', 'Withdrawn'],
  merged: ['neutral', 'Merged'],
  deleted: ['neutral', 'Deleted'],
}

/** Whether the directory shows a company, and which entries of registers are confirmed as its own. */
export function AdminListing({ company }: { company: AdministeredVasp }) {
  const { vasp, listing } = company
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const done = async (fresh: AdministeredVasp) => {
    client.setQueryData(keyOf(api.administration.get, { did: vasp.did }), fresh)
    await refresh(client, keyOf(api.vasp.get, { did: vasp.did }))
    toasts.success('Saved')
  }
  const list = useChange(
    (action: 'list' | 'decline') =>
      api.curation.list({
        did: vasp.did,
        body: { action, ...(action === 'decline' && { reason: reason.trim() }) },
      }),
    { onSuccess: done },
  )
  const decide = useChange(
    ({ entry, action }: { entry: RegisterEntry; action: 'confirm' | 'release' }) =>
      api.curation.decideRegisterEntry({
        did: vasp.did,
        body: { registry: entry.registry, externalId: entry.externalId, action },
      }),
    { onSuccess: done },
  )
  const [tone, word] = words[listing]
  const shows = listing === 'pending' || listing === 'listed'
  return (
    <Panel title="Directory and registers">
      <div className="flex flex-col gap-4">
        <Failure error={list.error ?? decide.error} title="Not saved" />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Badge tone={tone}>{word}</Badge>
          {listing !== 'listed' && listing !== 'merged' && (
            <Button variant="primary" pending={list.isPending} onClick={() => list.mutate('list')}>
              Show in the directory
            </Button>
          )}
        </div>
        {shows && (
          <div className="flex items-end gap-2">
            <TextField
              className="min-w-0 flex-1"
              label="Reason for declining"
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button
              pending={list.isPending}
              disabledReason={reason.trim() ? undefined : 'Enter a reason (visible to the company)'}
              onClick={() => list.mutate('decline')}
            >
              Decline
            </Button>
          </div>
        )}
        {vasp.registers.map((entry) => (
          <div
            key={entry.registry}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-sm"
          >
            <span className="min-w-0 wrap-anywhere">
              {entry.registry}: <span className="font-mono">{entry.externalId}</span>{' '}
              <Badge tone={entry.status === 'confirmed' ? 'success' : 'warning'}>
                {entry.status === 'confirmed' ? 'Confirmed' : 'Claimed'}
              </Badge>
            </span>
            <span className="flex gap-2">
              {entry.status === 'claimed' && (
                <Button
                  pending={decide.isPending}
                  onClick={() => decide.mutate({ entry, action: 'confirm' })}
                >
                  Confirm<span className="sr-only"> {entry.registry}</span>
                </Button>
              )}
              <Button
                pending={decide.isPending}
                onClick={() => decide.mutate({ entry, action: 'release' })}
              >
                Release<span className="sr-only"> {entry.registry}</span>
              </Button>
            </span>
          </div>
        ))}
        {listing !== 'merged' && listing !== 'deleted' && (
          <div className="flex border-t border-line pt-3">
            <AdminRemoval did={vasp.did} name={vasp.name} />
          </div>
        )}
      </div>
    </Panel>
  )
}
