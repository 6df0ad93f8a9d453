import {
  type CompanyRole,
  companyRoles,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { userVaspListQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toasts } from '../ui/toasts.ts'
import { ownRequestsQuery } from './request-queries.ts'

/** Asks to join a company, or to claim one. */
export function AskDialog({ vasp, kind }: { vasp: PublicVasp; kind: 'join' | 'claim' }) {
  const [open, setOpen] = useState(false)
  const [role, setRole] = useState<CompanyRole>('viewer')
  const [note, setNote] = useState('')
  const queryClient = useQueryClient()
  const ask = useMutation({
    mutationFn: () => {
      const said = { vaspDID: vasp.did, ...(note.trim() && { note: note.trim() }) }
      return kind === 'join'
        ? api.auth.requestToJoin({ body: { ...said, role } })
        : api.auth.claimCompany({ body: said })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ownRequestsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: userVaspListQuery.queryKey })
      setOpen(false)
      toasts.success(
        kind === 'join' ? `${vasp.name} has your request` : `Your claim of ${vasp.name} is in`,
      )
    },
  })
  const isJoin = kind === 'join'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) ask.reset()
        setOpen(next)
      }}
      trigger={
        <Button>
          {isJoin ? 'Ask to join' : 'Claim'}
          <span className="sr-only"> {vasp.name}</span>
        </Button>
      }
      title={isJoin ? `Ask to join ${vasp.name}` : `Claim ${vasp.name}`}
      description={
        isJoin
          ? 'Its administrators get your request by mail, and decide.'
          : 'You become its first administrator once the network has checked your claim.'
      }
      onSubmit={() => ask.mutate()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={ask.isPending}>
            {isJoin ? 'Send request' : 'Send claim'}
          </Button>
        </>
      }
    >
      {isJoin && (
        <SelectField
          label="Role"
          hint={roleDescriptions[role]}
          options={companyRoles.map((value) => ({ value, label: roleNames[value] }))}
          value={role}
          onChange={(event) =>
            setRole(companyRoles.find((one) => one === event.target.value) ?? 'viewer')
          }
        />
      )}
      <TextArea
        label="Note"
        optional
        maxLength={500}
        hint={isJoin ? 'What you will work on' : 'Your position, and how the network can check it'}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {ask.error && <Notice tone="danger">{ask.error.message}</Notice>}
    </Dialog>
  )
}
