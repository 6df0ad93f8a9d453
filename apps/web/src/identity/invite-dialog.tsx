import {
  type CompanyRole,
  companyRoles,
  domainsMatch,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api.ts'
import { useDraft } from '../drafts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toasts } from '../ui/toasts.ts'
import { invitationsQuery, teamQuery } from './request-queries.ts'

/** Props of {@link InviteDialog}. */
export interface InviteDialogProps {
  did: string
  domains: readonly string[]
  disabledReason: string | undefined
}

/** Adds somebody to a company by their address. */
export function InviteDialog({ did, domains, disabledReason }: InviteDialogProps) {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CompanyRole>('compliance_agent')
  const draft = useDraft('the invitation', open && email ? { email, role } : undefined, (kept) => {
    setEmail(kept.email ?? '')
    setRole(kept.role ?? role)
  })
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: () => api.auth.addUserToVasp({ body: { vaspDID: did, email, role } }),
    onSuccess: ({ status }) => {
      const { queryKey } = status === 'added' ? teamQuery(did) : invitationsQuery(did)
      void queryClient.invalidateQueries({ queryKey })
      setOpen(false)
      toasts.success(
        status === 'added' ? `${email} is in the team now` : `An invitation goes to ${email}`,
      )
      setEmail('')
    },
  })
  const isForeign =
    /@.+\../.test(email) &&
    domains.length > 0 &&
    !domains.some((domain) => domainsMatch(email, domain))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) add.reset()
        setOpen(next)
      }}
      trigger={
        <Button variant="primary" icon={UserPlus} disabledReason={disabledReason}>
          Invite
        </Button>
      }
      title="Invite somebody"
      description="People with an account are in at once. Others get a mail and are in when they sign in with this address."
      onSubmit={() => add.mutate()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={add.isPending}>
            Invite
          </Button>
        </>
      }
    >
      <DraftOffer draft={draft} />
      <TextField
        label="E-mail address"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {isForeign && (
        <Notice tone="warning">
          This address is not at {domains.join(' or ')}. Make sure that you know this person.
        </Notice>
      )}
      <SelectField
        label="Role"
        hint={roleDescriptions[role]}
        options={companyRoles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={(event) =>
          setRole(companyRoles.find((one) => one === event.target.value) ?? 'viewer')
        }
      />
      {add.error && (
        <Notice tone="danger" title="Not invited">
          {add.error.message}
        </Notice>
      )}
    </Dialog>
  )
}
