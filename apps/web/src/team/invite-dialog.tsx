import { type CompanyRole, domainsMatch } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, refresh } from '../api/index.ts'
import { invitationsQuery } from '../request/index.ts'
import { useDraft } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Notice } from '../ui/page/notice.tsx'
import { RoleField } from './role-field.tsx'

/** Props of {@link InviteDialog}. */
export interface InviteDialogProps {
  did: string
  domains: readonly string[]
  disabledReason: string | undefined
}

/** Invites a person to a company by email address. */
export function InviteDialog({ did, domains, disabledReason }: InviteDialogProps) {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CompanyRole>('compliance_agent')
  const draft = useDraft('the invitation', open && email ? { email, role } : undefined, (kept) => {
    setEmail(kept.email ?? '')
    setRole(kept.role ?? role)
  })
  const queryClient = useQueryClient()
  const invite = async () => {
    await api.auth.addUserToVasp({ body: { vaspDID: did, email, role } })
    void refresh(queryClient, invitationsQuery(did).queryKey)
    toasts.success(`Invitation sent to ${email}`)
    setEmail('')
  }
  const isForeign =
    /@.+\../.test(email) &&
    domains.length > 0 &&
    !domains.some((domain) => domainsMatch(email, domain))
  return (
    <FormDialog
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={UserPlus} disabledReason={disabledReason}>
          Invite
        </Button>
      }
      title="Invite a person"
      description="They receive an email and join the team once they sign in with this address and accept."
      submit="Invite"
      onSubmit={invite}
    >
      <DraftOffer draft={draft} />
      <TextField
        label="Email address"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {isForeign && (
        <Notice tone="warning">
          This address is not at {domains.join(' or ')}. Make sure you know this person.
        </Notice>
      )}
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  )
}
