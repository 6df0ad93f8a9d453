import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeLogOut } from '../session/index.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

let isLoggingOut = false
// A browser's question would keep the page of a person who has left open to whoever comes by.
beforeLogOut(() => {
  isLoggingOut = true
})

interface Props {
  isUnsaved: () => boolean
  /** Saves what can be saved, before anybody is asked. */
  save?: () => Promise<unknown>
  children?: ReactNode
}

/** Nobody leaves with text that is only here, unless they say so. */
export function LeaveGuard({ isUnsaved, save, children }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      await save?.()
      return isUnsaved()
    },
    enableBeforeUnload: () => isUnsaved() && !isLoggingOut,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    >
      {children ?? 'Your changes will be lost if you leave.'}
    </ConfirmDialog>
  )
}
