import {
  type CompanyRole,
  companyRoles,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Props of {@link RolesDialog}. */
export interface RolesDialogProps {
  did: string
  member: { did: string; name: string; roles: readonly CompanyRole[] }
  disabledReason?: string | undefined
  onDone: () => void
}

/** Gives a person other roles in a company. */
export function RolesDialog({ did, member, disabledReason, onDone }: RolesDialogProps) {
  const [roles, setRoles] = useState(member.roles)
  const save = async () => {
    await api.auth.changeRoles({ body: { vaspDID: did, userDID: member.did, roles: [...roles] } })
    onDone()
    toasts.success(`Roles changed for ${member.name}`)
  }
  return (
    <FormDialog
      onOpenChange={() => setRoles(member.roles)}
      trigger={
        <Button disabledReason={disabledReason}>
          Change roles<span className="sr-only"> of {member.name}</span>
        </Button>
      }
      title={`Roles of ${member.name}`}
      description="Takes effect immediately, including open sessions."
      submit="Save roles"
      disabledReason={roles.length === 0 ? 'Choose at least one role' : undefined}
      onSubmit={save}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Roles</legend>
        {companyRoles.map((role) => (
          <Checkbox
            key={role}
            label={roleNames[role]}
            hint={roleDescriptions[role]}
            checked={roles.includes(role)}
            onChange={(event) =>
              setRoles(
                event.target.checked ? [...roles, role] : roles.filter((one) => one !== role),
              )
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
