import type { PublicVasp } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { api, refresh } from '../api/index.ts'
import { userVaspListQuery, useViewer, viewerQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'

/** Lets the viewer leave a company, once they have been asked. */
export function LeaveDialog({ vasp }: { vasp: PublicVasp }) {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  if (!viewer.vasps.includes(vasp.did)) return null
  const leave = async () => {
    await api.auth.leaveVasp({ body: { vaspDID: vasp.did } })
    await queryClient.refetchQueries({ queryKey: viewerQuery.queryKey })
    void refresh(queryClient, userVaspListQuery.queryKey)
    toasts.success(`You’ve left ${vasp.name}`)
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quiet">
          Leave<span className="sr-only"> {vasp.name}</span>
        </Button>
      }
      title={`Leave ${vasp.name}?`}
      confirmLabel="Leave company"
      onConfirm={leave}
    >
      You lose all your roles there immediately. One of its admins can invite you again.
    </ConfirmDialog>
  )
}
