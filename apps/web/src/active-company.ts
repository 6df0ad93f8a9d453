import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local.ts'

const listeners = new Set<() => void>()
let current = readLocal('activeVasp')

function follow(): void {
  const stored = readLocal('activeVasp')
  if (stored === current) return
  current = stored
  for (const listener of listeners) listener()
}

// Another tab's switch is followed: at once by its event, and by the poll where events do not reach.
setInterval(follow, 1000)
addEventListener('storage', follow)

/** Works for this company from now on, in all tabs. */
export function setActiveCompany(did: string | null): void {
  writeLocal('activeVasp', did)
  follow()
}

/** The active company's DID, kept up to date. */
export const useActiveCompany = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
