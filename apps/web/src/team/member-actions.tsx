import type { TeamMember } from '@countersign/contracts/identity'
import { useQueryClient } from '@tanstack/react-query'
import { api, refresh } from '../api/index.ts'
import { teamQuery } from '../request/index.ts'
import { useCan, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { RolesDialog } from './roles-dialog.tsx'

/** What can be done with a member: other roles, or none. */
export function MemberActions({ did, member }: { did: string; member: TeamMember }) {
  const viewer = useViewer()
  const adds = useCan(api.auth.addUserToVasp)
  const removes = useCan(api.auth.removeUserFromVasp)
  const queryClient = useQueryClient()
  if (!adds.allowed && !removes.allowed) return null
  const own = member.did === viewer.did
  const reload = () => void refresh(queryClient, teamQuery(did).queryKey)
  const remove = async () => {
    await api.auth.removeUserFromVasp({ body: { vaspDID: did, userDID: member.did } })
    reload()
    toasts.success(`${member.name} removed`)
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <RolesDialog
        did={did}
        member={member}
        disabledReason={own ? 'Another admin must change your roles' : adds.reason}
        onDone={reload}
      />
      <ConfirmDialog
        trigger={
          <Button
            variant="quiet"
            disabledReason={own ? 'Leave the company on the Companies page' : removes.reason}
          >
            Remove<span className="sr-only"> {member.name}</span>
          </Button>
        }
        title={`Remove ${member.name}?`}
        confirmLabel="Remove"
        onConfirm={remove}
      >
        They lose all their roles in this company immediately, including in open sessions. To
        return, they need a new invitation.
      </ConfirmDialog>
    </span>
  )
}
