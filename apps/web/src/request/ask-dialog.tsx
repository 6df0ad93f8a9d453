import { type CompanyRole, JoinIn } from '@countersign/contracts/identity'
import type { PublicVasp } from '@countersign/contracts/trust'
import { api } from '../api/index.ts'
import { useContractForm } from '../form/index.ts'
import { userVaspListQuery } from '../session/index.ts'
import { RoleField } from '../team/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { ownRequestsQuery } from './queries.ts'

/** Asks to join a company, or to claim one. */
export function AskDialog({ vasp, kind }: { vasp: PublicVasp; kind: 'join' | 'claim' }) {
  const isJoin = kind === 'join'
  const form = useContractForm(JoinIn, {
    defaults: { role: 'viewer' as CompanyRole, note: '' },
    body: ({ role, note }) => ({ vaspDID: vasp.did, role, ...(note && { note }) }),
    send: ({ role, ...body }) =>
      isJoin
        ? api.auth.requestToJoin({ body: { ...body, role } })
        : api.auth.claimCompany({ body }),
    invalidates: [ownRequestsQuery.queryKey, userVaspListQuery.queryKey],
    says: isJoin ? `Request sent to ${vasp.name}` : `Claim sent for ${vasp.name}`,
  })
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
      onSubmit={form.submit}
    >
      {isJoin && <RoleField value={form.values.role} onChange={(role) => form.set('role', role)} />}
      <TextArea
        label="Note"
        optional
        maxLength={500}
        hint={isJoin ? 'What you’ll work on' : 'Your role, and how the network can verify it'}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
