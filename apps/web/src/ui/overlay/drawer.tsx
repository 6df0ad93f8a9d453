import type { ReactNode } from 'react'
import { loadDialog } from './dialog.tsx'
import { OnceOpen } from './once-open.tsx'
import { soon } from './soon.tsx'

const Window = soon(async () => {
  // A drawer is closed by the same parts as a dialog.
  const [{ DrawerWindow }] = await Promise.all([import('./drawer-window.tsx'), loadDialog()])
  return { default: DrawerWindow }
})

/** Props of {@link Drawer}. */
export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Badges and ids under the title. */
  meta?: ReactNode
  /** Buttons before the closing one, such as "open the page". */
  actions?: ReactNode
  footer?: ReactNode
  children: ReactNode
  /** `left` is for navigation on small screens. */
  side?: 'right' | 'left'
  /** Takes most of the window: for two things side by side. */
  wide?: boolean
}

/** A look at one thing beside the list it is in. */
export function Drawer(props: DrawerProps) {
  return (
    <OnceOpen open={props.open}>
      <Window {...props} />
    </OnceOpen>
  )
}
