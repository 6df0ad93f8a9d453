import {
  moveOf,
  type VerificationAction,
  type VerificationCheck,
  verificationChecks,
} from '@countersign/contracts/trust'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh, useOperation } from '../api/index.ts'
import { typeLabel } from '../document/index.ts'
import { evidenceQuery } from '../evidence/index.ts'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
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
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<string[]>()
  const [checks, setChecks] = useState<string[]>([])
  const [wrong, setWrong] = useState<string>()
  const client = useQueryClient()
  const documents = useDocuments(did, side)
  // Who approves rests on all that was shown; what a company shows, it chooses.
  const all = action === 'approve' ? documents.options.map(({ value }) => value) : []
  const evidence = chosen ?? all
  const move = async () => {
    if (note.trim() === '') {
      setWrong('Enter a note')
      return false
    }
    setWrong(undefined)
    const body = { action, note, evidence, checks: checks.filter(isCheck), version }
    try {
      const data = await api.verification.move({ did, body })
      client.setQueryData(verificationQuery(did).queryKey, data)
      toasts.success(`Verification: ${verificationWord(data.status).toLowerCase()}`)
    } finally {
      // Also after a refusal: then it is the page that is out of date.
      const { actionItems, vasp, verification, administration } = api
      await refresh(client, actionItems.list, vasp.get, verification.queue, administration.get)
      await refresh(client, api.evidence.list, api.evidence.queue, verification.get)
    }
    return true
  }
  const unchecked = action === 'approve' && checks.length < checkOptions.length
  return (
    <FormDialog
      onOpenChange={onClose}
      title={moveOf(action).label}
      submit={moveOf(action).label}
      danger={action === 'suspend' || action === 'reject'}
      disabledReason={unchecked ? 'Complete every check first' : undefined}
      onSubmit={move}
    >
      {action === 'approve' && (
        <CheckGroup label="Checked" options={checkOptions} values={checks} onChange={setChecks} />
      )}
      <TextArea
        label="Note"
        hint="Visible to the company and the network."
        error={wrong}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
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
          onChange={setChosen}
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
