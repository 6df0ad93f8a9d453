import {
  moveOf,
  type VerificationAction,
  type VerificationCheck,
  VerificationMoveIn,
  verificationChecks,
} from '@countersign/contracts/trust'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { typeLabel } from '../document/index.ts'
import { evidenceQuery } from '../evidence/index.ts'
import { useContractForm } from '../form/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { verificationQuery, verificationWord } from './status.tsx'

/** Props of {@link VerificationMove}. */
export interface VerificationMoveProps {
  did: string
  side: 'company' | 'network'
  action: VerificationAction
  /** The version of the company on the screen. */
  version: number
  onClose: () => void
}

const checkOptions = Object.entries(verificationChecks).map(([value, label]) => ({ value, label }))
const isCheck = (name: string): name is VerificationCheck => name in verificationChecks

/** Asks for what a move needs: a note, the documents that it rests on, and for an approval the checks. */
export function VerificationMove(props: VerificationMoveProps) {
  const { did, side, action, onClose } = props
  // What was on the screen when the decision began: a change beneath the dialog must not pass.
  const [version] = useState(props.version)
  const client = useQueryClient()
  const documents = useDocuments(did, side)
  // Who approves rests on all that was shown; what a company shows, it chooses.
  const all = action === 'approve' ? documents.options.map(({ value }) => value) : []
  const form = useContractForm(VerificationMoveIn, {
    defaults: { note: '', evidence: all, checks: [] as VerificationCheck[] },
    body: (values) => ({ action, version, ...values }),
    send: (body) => api.verification.move({ did, body }),
    says: ({ status }) => `Verification: ${verificationWord(status).toLowerCase()}`,
    onSuccess: (data) => client.setQueryData(verificationQuery(did).queryKey, data),
    // Also after a refusal: then it is the page that is out of date.
    invalidates: [
      api.actionItems.list,
      api.vasp.get,
      api.verification.queue,
      api.administration.get,
      api.evidence.list,
      api.evidence.queue,
      api.verification.get,
    ],
  })
  const { evidence, checks } = form.values
  const unchecked = action === 'approve' && checks.length < checkOptions.length
  return (
    <FormDialog
      onOpenChange={onClose}
      title={moveOf(action).label}
      submit={moveOf(action).label}
      danger={action === 'suspend' || action === 'reject'}
      disabledReason={unchecked ? 'Complete every check first' : undefined}
      onSubmit={form.submit}
    >
      {action === 'approve' && (
        <CheckGroup
          label="Checked"
          options={checkOptions}
          values={checks}
          onChange={(names) => form.set('checks', names.filter(isCheck))}
        />
      )}
      <TextArea
        label="Note"
        hint="Visible to the company and the network."
        maxLength={2000}
        {...form.field('note')}
      />
      {documents.options.length > 0 ? (
        <CheckGroup
          label="Evidence"
          optional
          hint={
            side === 'company'
              ? 'The network can open only the documents you select.'
              : 'The documents this decision is based on.'
          }
          options={documents.options}
          values={evidence}
          onChange={(ids) => form.set('evidence', ids)}
        />
      ) : (
        <p className="text-sm text-muted">{documents.none}</p>
      )}
    </FormDialog>
  )
}

/** The documents to choose from: a company's own, or what it has shown to the network. */
function useDocuments(did: string, side: 'company' | 'network') {
  const own = useOperation(api.document.list, { did }, { enabled: side === 'company' })
  const shown = useQuery({ ...evidenceQuery(did), enabled: side === 'network' })
  const options =
    side === 'company'
      ? own.data?.documents.map(({ id, title, documentType }) => ({
          value: id,
          label: `${title} (${typeLabel(documentType)})`,
        }))
      : shown.data?.documents.flatMap(({ documentId, title, status }) =>
          status === 'REFUSED' ? [] : { value: documentId, label: title },
        )
  const unique = [...new Map(options?.map((one) => [one.value, one])).values()]
  const isLoading = side === 'company' ? own.isPending : shown.isPending
  return {
    options: unique.slice(0, 20),
    none: isLoading
      ? 'Loading documents…'
      : side === 'company'
        ? 'You have no documents yet. Upload your licence on the Documents page first, or submit without it.'
        : 'The company hasn’t shared any documents.',
  }
}
