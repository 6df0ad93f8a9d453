import {
  type Evidence,
  type EvidenceAction,
  evidenceReason,
  evidenceStep,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, refresh, useChange } from '../api/index.ts'
import { DocumentView, fetchEvidence, sizeOf, typeLabel } from '../document/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Drawer } from '../ui/overlay/drawer.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { focusPageHeading } from '../ui/page/page-header.tsx'
import { saveFile } from '../ui/table/csv.ts'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'
import { RegisterValues } from './register-values.tsx'
import { EvidenceBadge } from './words.tsx'

/** Props of {@link EvidenceDrawer}. */
export interface EvidenceDrawerProps {
  did: string
  company: string
  evidence: Evidence
  onClose: () => void
}

const done: Record<EvidenceAction, string> = {
  take: 'taken',
  giveBack: 'released',
  accept: 'accepted',
  refuse: 'refused; the company is notified by email',
}

/**
 * A document that a company showed the network, beside what the company and the registers state: take it,
 * check it, accept or refuse it.
 */
export function EvidenceDrawer({ did, company, evidence, onClose }: EvidenceDrawerProps) {
  const { documentId, version, title, status } = evidence
  // Opening it stands in the company's log, so that nobody does who only looks who took it.
  const [reading, setReading] = useState(status === 'IN_REVIEW')
  const values = useRef<HTMLHeadingElement>(null)
  const [refusing, setRefusing] = useState(false)
  const client = useQueryClient()
  const fetchFile = () => fetchEvidence(did, documentId, version)
  const renew = () => refresh(client, api.evidence.queue, api.evidence.list)
  const decide = useChange(
    (body: { action: EvidenceAction; reason?: string }) =>
      api.evidence.decide({ did, documentId, body: { version, ...body } }),
    {
      says: (_, { action }) => `${title}: ${done[action]}`,
      onSuccess: async (_, { action }) => {
        // The button that was pressed goes away; the next thing to do is to compare, or the rest of the page.
        if (action === 'take' || action === 'giveBack') values.current?.focus()
        else onClose()
        if (action === 'take') setReading(true)
        await renew()
        if (action !== 'take' && document.activeElement === document.body) focusPageHeading()
      },
      // Someone else may have decided: show the current state.
      onError: (failure) => {
        toasts.error(failure)
        void renew()
      },
    },
  )
  const save = useChange(fetchFile, { onSuccess: (file) => saveFile(file, evidence.fileName) })
  const button = (action: EvidenceAction) => ({
    disabledReason: evidenceReason(action, status),
    pending: decide.isPending && decide.variables.action === action,
    onClick: () => (action === 'refuse' ? setRefusing(true) : decide.mutate({ action })),
    children: evidenceStep(action).label,
  })
  const open = status === 'WAITING' || status === 'IN_REVIEW'
  return (
    <Drawer
      open
      wide
      onOpenChange={(next) => next || onClose()}
      title={title}
      meta={
        <>
          <EvidenceBadge status={status} />
          <span className="text-sm text-muted">{company}</span>
        </>
      }
      footer={
        status === 'WAITING' ? (
          <Button key="take" variant="primary" {...button('take')} />
        ) : (
          open && (
            <>
              <Button variant="quiet" {...button('giveBack')} />
              <Button {...button('refuse')} />
              <Button variant="primary" {...button('accept')} />
            </>
          )
        )
      }
    >
      <Failure error={decide.error} title="Not done" />
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="min-w-0">
          {reading ? (
            <DocumentView
              file={{ key: `${documentId}.${version}`, title, mediaType: evidence.mediaType }}
              fetchFile={fetchFile}
            />
          ) : (
            <div className="flex flex-col items-start gap-2 rounded-panel bg-bg p-4 text-sm">
              <p className="text-muted">{company} can see in its log who opens the document.</p>
              <Button icon={Eye} onClick={() => setReading(true)}>
                Open the document
              </Button>
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <RegisterValues did={did} heading={values} />
          <DescriptionList
            none="No one yet"
            facts={[
              { term: 'Type', value: typeLabel(evidence.documentType) },
              { term: 'File', value: `${evidence.fileName}, ${sizeOf(evidence.size)}` },
              { term: 'Version', value: String(version) },
              { term: 'Shared', value: <Time value={evidence.shownAt} format="absolute" /> },
              {
                term: open ? 'Taken by' : 'Decided by',
                value: evidence.byName && (
                  <>
                    {evidence.byName} <Time value={evidence.at} />
                  </>
                ),
              },
              ...(evidence.reason ? [{ term: 'Reason', value: evidence.reason }] : []),
            ]}
          />
          <div>
            <Button icon={Download} pending={save.isPending} onClick={() => save.mutate()}>
              Download
            </Button>
          </div>
        </div>
      </div>
      {refusing && (
        <Refusal
          title={title}
          onClose={() => setRefusing(false)}
          onRefuse={(reason) => decide.mutateAsync({ action: 'refuse', reason })}
        />
      )}
    </Drawer>
  )
}

type RefusalProps = {
  title: string
  onClose: () => void
  onRefuse: (reason: string) => Promise<unknown>
}

function Refusal({ title, onClose, onRefuse }: RefusalProps) {
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  return (
    <FormDialog
      onOpenChange={onClose}
      title={`Refuse “${title}”?`}
      submit="Refuse"
      danger
      onSubmit={() => {
        if (reason.trim()) return onRefuse(reason)
        setWrong('Enter a reason')
        return false
      }}
    >
      <TextArea
        label="Reason"
        hint="The company sees this and can share a new version."
        error={wrong}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
