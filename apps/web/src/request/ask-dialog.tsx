import type { CompanyRole } from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { userVaspListQuery } from '../session/index.ts'
import { RoleField } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { ownRequestsQuery } from './queries.ts'

/** Asks to join a company, or to claim one. */
export function AskDialog({ vasp, kind }: { vasp: PublicVasp; kind: 'join' | 'claim' }) {
  const [role, setRole] = useState<CompanyRole>('viewer')
  const [note, setNote] = useState('')
  const queryClient = useQueryClient()
  const isJoin = kind === 'join'
  const ask = async () => {
    const said = { vaspDID: vasp.did, ...(note.trim() && { note: note.trim() }) }
    await (isJoin
      ? api.auth.requestToJoin({ body: { ...said, role } })
      : api.auth.claimCompany({ body: said }))
    void refresh(queryClient, ownRequestsQuery.queryKey)
    void refresh(queryClient, userVaspListQuery.queryKey)
    toasts.success(isJoin ? `Request sent to ${vasp.name}` : `Claim sent for ${vasp.name}`)
  }
  return (
    <FormDialog
      trigger={
        <Button>
          {isJoin ? 'Ask to join' : 'Claim'}
          <span className="sr-only"> {vasp.name}</span>
        </Button>
      }
      title={isJoin ? `Ask to join ${vasp.name}` : `Claim ${vasp.name}`}
      description={
        isJoin
          ? 'Its admins receive your request by email and decide.'
          : 'You become its first admin once the network approves your claim.'
      }
      submit={isJoin ? 'Send request' : 'Send claim'}
      onSubmit={ask}
    >
      {isJoin && <RoleField value={role} onChange={setRole} />}
      <TextArea
        label="Note"
        optional
        maxLength={500}
        hint={isJoin ? 'What you’ll work on' : 'Your role, and how the network can verify it'}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
