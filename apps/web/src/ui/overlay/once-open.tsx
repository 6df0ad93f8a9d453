import { type ReactNode, Suspense, useState } from 'react'

/** Draws a layer from its first opening on, so that its code is fetched no earlier. */
export function OnceOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened && <Suspense>{children}</Suspense>
}
