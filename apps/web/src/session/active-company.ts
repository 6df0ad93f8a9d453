import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '../browser/index.ts'

const listeners = new Set<() => void>()
let current = readLocal('activeVasp')
let switchedFrom: string | null | undefined

function follow(): void {
  const stored = readLocal('activeVasp')
  if (stored === current) return
  switchedFrom = current
  take(stored)
}

function take(did: string | null): void {
  current = did
  for (const listener of listeners) listener()
}

// Another tab's switch is followed: at once by its event, and by the poll where events do not reach.
setInterval(follow, 1000)
addEventListener('storage', follow)

/** Works for this company from now on, in all tabs. */
export function setActiveCompany(did: string | null): void {
  writeLocal('activeVasp', did)
  switchedFrom = undefined
  take(readLocal('activeVasp'))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The active company's DID, kept up to date. */
export const useActiveCompany = (): string | null => useSyncExternalStore(subscribe, () => current)

/** The company before another tab switched; undefined when this tab did, or nobody. */
export const useSwitchedFrom = (): string | null | undefined =>
  useSyncExternalStore(subscribe, () => switchedFrom)

/** The viewer has seen that another tab switched. */
export function acknowledgeSwitch(): void {
  switchedFrom = undefined
  take(current)
}
