import {
  answerDays,
  type DocumentType,
  documentRequestActions,
  documentRequestRefusal,
} from '@countersign/contracts/trust'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, tryEach, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Time } from '../ui/value/time.tsx'
import { DocumentChoice } from './choice.tsx'
import { ReadButtons, sharedQuery } from './shared-with-us.tsx'
import { RequestStatus, typeLabel } from './words.tsx'

type SectionProps = {
  vasp: { readonly did: string; readonly name: string }
  /** The company that looks at it. */
  company: string
}

/** On another company's page: what it lets us read, what we asked for, and a way to ask. */
export const CompanyDocuments = ({ vasp, company }: SectionProps) => (
  <DocumentsPanel key={company} did={company} owner={vasp.did} name={vasp.name} />
)

type PanelProps = { did: string; owner: string; name: string }

function DocumentsPanel({ did, owner, name }: PanelProps) {
  const [asking, setAsking] = useState(false)
  const { reason } = useCan(documentRequestActions.REQUEST)
  const shared = useQuery(sharedQuery(did, owner))
  const sent = useOperation(
    api.documentRequest.list,
    { did: owner, query: { requestingVASPdid: did, limit: 100 } },
    { polls: 5000 },
  )
  const error = shared.error ?? (sent.data ? null : sent.error)
  return (
    <Panel
      title="Documents"
      description={`Documents ${name} shares with you, and your requests.`}
      actions={
        <Button variant="primary" disabledReason={reason} onClick={() => setAsking(true)}>
          Request documents
        </Button>
      }
    >
      {error && <LoadError error={error} onRetry={() => void shared.refetch()} />}
      {!error && !(shared.data && sent.data) && (
        <SkeletonLines lines={3} label="Loading documents" />
      )}
      {shared.data?.documents.length === 0 && sent.data?.requests.length === 0 && (
        <p className="text-muted">Nothing shared yet, and no requests sent.</p>
      )}
      <ul className="divide-y divide-line">
        {shared.data?.documents.map((document) => (
          <li key={document.s3URL} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="font-medium wrap-anywhere">{document.title}</span>
              <span className="block text-sm text-muted">
                {typeLabel(document.documentType)}, until{' '}
                <Time value={document.accessUntil} format="day" />
              </span>
            </span>
            <ReadButtons did={did} document={document} />
          </li>
        ))}
        {sent.data?.requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-48">
              {typeLabel(request.documentType)}
              <span className="block text-sm text-muted wrap-anywhere">
                Asked <Time value={request.requestedAt} />
                {request.reason && `. Answer: “${request.reason}”`}
              </span>
            </span>
            <RequestStatus request={request} />
          </li>
        ))}
      </ul>
      {asking && (
        <RequestDialog
          {...{ did, owner, name }}
          standing={sent.data?.requests ?? []}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

type DialogProps = PanelProps & {
  standing: Awaited<ReturnType<typeof api.documentRequest.list>>['requests']
  onClose: () => void
}

/** Asks for one or several types at once; what cannot be asked now says why. */
function RequestDialog({ did, owner, name, standing, onClose }: DialogProps) {
  const [types, setTypes] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const [days, setDays] = useState(answerDays)
  const queryClient = useQueryClient()
  const refusalOf = (type: string) => {
    const request = standing.find(({ documentType }) => documentType === type)
    return documentRequestRefusal('REQUEST', request ?? null, Date.now())?.reason
  }
  const ask = async () => {
    const { failed, error } = await tryEach(types, typeLabel, (documentType) =>
      api.documentRequest.act({
        did: owner,
        query: {
          requestingVASPdid: did,
          documentType: documentType as DocumentType,
          accessAction: 'REQUEST',
          answerInDays: days,
          ...(message.trim() && { metadata: message.trim() }),
        },
      }),
    )
    await refresh(queryClient, api.documentRequest.list)
    const right = types.size - failed.length
    if (right > 0) toasts.success(right === 1 ? 'Request sent' : `${right} requests sent`)
    setTypes(new Set(failed))
    if (failed.length > 0) throw error
  }
  return (
    <FormDialog
      wide
      onOpenChange={onClose}
      title={`Request documents from ${name}`}
      description="Their admins are notified by email. If approved, you get access for a limited time."
      submit={types.size > 1 ? `Send ${types.size} requests` : 'Send request'}
      disabledReason={types.size === 0 ? 'Select a document first' : undefined}
      onSubmit={ask}
    >
      <DocumentChoice types={types} onChange={setTypes} refusalOf={refusalOf} />
      <TextArea
        label="Message"
        optional
        hint="Why you’re asking. Included in the email."
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <SelectField
        label="Respond by"
        className="max-w-56"
        value={String(days)}
        options={[7, answerDays, 30].map((some) => ({
          value: String(some),
          label: `Within ${some} days`,
        }))}
        onChange={(event) => setDays(Number(event.target.value))}
      />
    </FormDialog>
  )
}
