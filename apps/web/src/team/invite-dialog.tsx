import { type CompanyRole, domainsMatch, InviteIn } from '@countersign/contracts/identity'
import { UserPlus } from 'lucide-react'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { invitationsQuery } from '../request/index.ts'
import { Button } from '../ui/button.tsx'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
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
  const form = useContractForm(InviteIn, {
    defaults: { email: '', role: 'compliance_agent' as CompanyRole },
    body: (values) => ({ vaspDID: did, email: values.email, role: values.role }),
    send: (body) => api.auth.addUserToVasp({ body }),
    invalidates: [invitationsQuery(did).queryKey],
    says: (_, { email }) => `Invitation sent to ${email}`,
    clears: true,
    draft: 'the invitation',
  })
  const { email, role } = form.values
  const isForeign =
    /@.+\../.test(email) &&
    domains.length > 0 &&
    !domains.some((domain) => domainsMatch(email, domain))
  return (
    <FormDialog
      trigger={
        <Button variant="primary" icon={UserPlus} disabledReason={disabledReason}>
          Invite
        </Button>
      }
      title="Invite a person"
      description="They receive an email and join the team once they sign in with this address and accept."
      submit="Invite"
      onSubmit={form.submit}
    >
      <DraftOffer draft={form.draft} />
      <TextField
        label="Email address"
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.field('email')}
      />
      {isForeign && (
        <Notice tone="warning">
          This address is not at {domains.join(' or ')}. Make sure you know this person.
        </Notice>
      )}
      <RoleField value={role} onChange={(next) => form.set('role', next)} />
    </FormDialog>
  )
}
