import {
  type CompanyRole,
  companyRoles,
  roleDescriptions,
  roleNames,
} from '@countersign/contracts/identity'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toasts } from '../ui/toasts.ts'

/** Props of {@link RolesDialog}. */
export interface RolesDialogProps {
  did: string
  member: { did: string; name: string; roles: readonly CompanyRole[] }
  disabledReason?: string | undefined
  onDone: () => void
}

/** Gives a person other roles in a company. */
export function RolesDialog({ did, member, disabledReason, onDone }: RolesDialogProps) {
  const [open, setOpen] = useState(false)
  const [roles, setRoles] = useState(member.roles)
  const save = useMutation({
    mutationFn: () =>
      api.auth.changeRoles({ body: { vaspDID: did, userDID: member.did, roles: [...roles] } }),
    onSuccess: () => {
      onDone()
      setOpen(false)
      toasts.success(`The roles of ${member.name} were changed`)
    },
  })
  const change = (next: boolean) => {
    if (next) {
      save.reset()
      setRoles(member.roles)
    }
    setOpen(next)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button disabledReason={disabledReason}>
          Change roles<span className="sr-only"> of {member.name}</span>
        </Button>
      }
      title={`Roles of ${member.name}`}
      description="They hold at once, in open sessions too."
      onSubmit={() => save.mutate()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            disabledReason={roles.length === 0 ? 'Choose at least one role' : undefined}
          >
            Save roles
          </Button>
        </>
      }
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
      {save.error && (
        <Notice tone="danger" title="Not saved">
          {save.error.message}
        </Notice>
      )}
    </Dialog>
  )
}
