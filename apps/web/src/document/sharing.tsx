import { type LibraryDocument, document as ownDocuments } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf, refresh, useChange, useOperation } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { LoadError } from '../page/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { dayAfter, endOfDay } from './request-dates.ts'

type SharingProps = {
  did: string
  document: LibraryDocument
  /** Why the viewer may not change who reads it. */
  reason: string | undefined
  onDone: () => Promise<unknown>
}

/** Who else may read a document, until when; more can be let in, and each can be stopped. */
export function DocumentSharing({ did, document, reason, onDone }: SharingProps) {
  const [adding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const key = keyOf(api.document.listGrants, { did, documentId: document.id })
  const { data, error, refetch } = useOperation(api.document.listGrants, {
    did,
    documentId: document.id,
  })
  const changed = async () => {
    await refresh(queryClient, key)
    await onDone()
  }
  const end = useChange(
    (grantId: string) => api.document.unshare({ did, documentId: document.id, grantId }),
    {
      says: 'Access ended',
      onSuccess: () => changed(),
    },
  )
  return (
    <section aria-labelledby="sharing" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id="sharing" className="font-semibold">
          Shared with
        </h3>
        {!adding && (
          <Button disabledReason={reason} onClick={() => setAdding(true)}>
            Share
          </Button>
        )}
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={2} label="Loading access" />}
      {adding && (
        <ShareForm
          did={did}
          documentId={document.id}
          onDone={async () => {
            setAdding(false)
            await changed()
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {data?.grants.length === 0 && !adding && (
        <p className="text-sm text-muted">
          Not shared. Share it with a company, or wait for a request.
        </p>
      )}
      {data && data.grants.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {data.grants.map(({ id, name, version, expiresAt, requestId }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0">
                <span className="font-medium">{name}</span>
                <span className="block text-muted">
                  Version {version}, until <Time value={expiresAt} format="day" />
                  {requestId && ', by request'}
                </span>
              </span>
              <Button
                disabledReason={reason}
                pending={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                End access<span className="sr-only"> of {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type FormProps = {
  did: string
  documentId: string
  onDone: () => Promise<void>
  onCancel: () => void
}

function ShareForm({ did, documentId, onDone, onCancel }: FormProps) {
  const form = useContractForm(ownDocuments.share.body, {
    defaults: { vaspDID: '', until: dayAfter(30) },
    places: { until: 'expiresAt' },
    body: ({ vaspDID, until }) => ({ vaspDID, expiresAt: until && endOfDay(until) }),
    send: (body) => api.document.share({ did, documentId, body }),
    says: ({ name }) => `Shared with ${name}`,
    onSuccess: onDone,
  })
  const company = form.values.vaspDID
  return (
    <ContractForm
      form={form}
      aria-label="Share with a company"
      className="flex flex-col gap-3 rounded-panel border border-line p-3"
    >
      <FormNotes form={form} failed="Not shared" />
      <CompanyPicker
        label="Company"
        value={company}
        error={form.errorOf('vaspDID')}
        onChange={(next) => form.set('vaspDID', next)}
        without={[did]}
      />
      <TextField
        label="Access until"
        hint="They can read the current version. To share a newer one, share it again."
        type="date"
        min={dayAfter(1)}
        max={dayAfter(365)}
        {...form.field('until')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          disabledReason={company ? undefined : 'Select a company first'}
        >
          Share document
        </Button>
      </div>
    </ContractForm>
  )
}
