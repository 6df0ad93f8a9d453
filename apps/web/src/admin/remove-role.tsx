import { api } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Props of {@link RemoveRole}. */
export interface RemoveRoleProps {
  did: string
  user: { did: string; name: string }
  onDone: () => void
}

/** Ends all roles of a user in a company, once that was confirmed. */
export function RemoveRole({ did, user, onDone }: RemoveRoleProps) {
  const remove = async () => {
    await api.auth.removeUserFromVasp({ body: { vaspDID: did, userDID: user.did } })
    onDone()
    toasts.success(`${user.name} removed`)
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quiet">
          Remove<span className="sr-only"> {user.name} from this company</span>
        </Button>
      }
      title={`Remove ${user.name} from this company?`}
      confirmLabel="Remove"
      onConfirm={remove}
    >
      They lose all their roles there immediately, including in open sessions.
    </ConfirmDialog>
  )
}
